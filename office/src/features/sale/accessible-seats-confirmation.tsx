import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { useId } from 'react'

interface Props {
  /** The accessible places by name. */
  text: string
  isConfirmed: boolean
  /** Staff wants to sell, and has not confirmed. */
  isMissing: boolean
  onChange: (isConfirmed: boolean) => void
}

/** Asks before accessible places are sold. */
export function AccessibleSeatsConfirmation({ text, isConfirmed, isMissing, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <p id={id} className="font-medium">
        {text}. Is that intended?
      </p>
      <Checkbox
        checked={isConfirmed}
        aria-describedby={id}
        aria-invalid={isMissing || undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        Yes, sell as chosen
      </Checkbox>
      {isMissing && (
        <p role="alert" className="text-sm text-danger">
          Please confirm, or choose other seats.
        </p>
      )}
    </div>
  )
}
