import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<typeof Field>, 'label'> {
  suggestions?: readonly string[]
}

/** The reason of an action, which the audit keeps. Accepts the result of react-hook-form's `register`. */
export function ReasonField({ suggestions, ...field }: Props) {
  const listId = useId()
  return (
    <>
      <Field
        {...field}
        label="Reason"
        list={suggestions && listId}
        maxLength={200}
        autoComplete="off"
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
