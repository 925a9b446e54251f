import { type ComponentProps, useId } from 'react'
import { Field } from './field.tsx'

interface Props extends Omit<ComponentProps<typeof Field>, 'label' | 'onChange'> {
  value: string
  suggestions?: readonly string[]
  onChange: (reason: string) => void
}

/** The reason of an action, which the audit keeps. */
export function ReasonField({ suggestions, onChange, ...field }: Props) {
  const listId = useId()
  return (
    <>
      <Field
        {...field}
        label="Reason"
        name="reason"
        list={suggestions && listId}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}
