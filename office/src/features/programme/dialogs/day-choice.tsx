import { formatDay } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import type { UseFormRegisterReturn } from 'react-hook-form'

interface Props {
  legend?: string
  days: readonly string[]
  /** Earlier days cannot be chosen. */
  firstDay: string
  /** Cannot be chosen either. */
  except?: string | undefined
  chosen: readonly string[]
  error?: string | undefined
  onAll: (days: string[]) => void
  field: UseFormRegisterReturn
}

/** Chooses some days of the week, or all of them. */
export function DayChoice({ legend = 'Days', days, firstDay, except, chosen, ...props }: Props) {
  const possible = days.filter((day) => day >= firstDay && day !== except)
  const hasAll = possible.every((day) => chosen.includes(day))
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {days.map((day) => (
          <label key={day} className="day-choice">
            <input
              {...props.field}
              type="checkbox"
              value={day}
              disabled={!possible.includes(day)}
              className="sr-only"
            />
            {shortDay(day)}
          </label>
        ))}
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => props.onAll(hasAll ? [] : possible)}
      >
        {hasAll ? 'No day' : 'Every day of this week'}
      </Button>
      {props.error && <ErrorText>{props.error}</ErrorText>}
    </fieldset>
  )
}

/** `Tue 1` */
const shortDay = (day: string) => formatDay(day).split(' ').slice(0, 2).join(' ').replace(',', '')
