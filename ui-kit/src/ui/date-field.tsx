import Calendar from 'lucide-react/icons/calendar'
import Clock from 'lucide-react/icons/clock'
import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldTexts, useFieldAria } from './field.tsx'

/** The instant of a value in UTC: a value has no time zone. */
const PARSERS = {
  date: (value: string) => Date.parse(value),
  time: (value: string) => Date.parse(`1970-01-01T${value}Z`),
  'datetime-local': (value: string) => Date.parse(`${value}Z`),
} as const

interface DateInputProps extends ComponentProps<'input'> {
  type: keyof typeof PARSERS
  value: string
  /** Formats an instant as the app shows it. */
  format: (instant: number, timeZone: string) => string
  /** Shown while there is no value. */
  empty?: string
}

/** A day or a time without a visible label. It keeps the picker of the browser, and shows the value in the format of the app. */
export function DateInput({ empty = 'Choose', format, className = '', ...input }: DateInputProps) {
  const { type, value } = input
  const [isTyping, setIsTyping] = useState(false)
  return (
    <span className={`date-field ${className}`} data-typing={isTyping || undefined}>
      <span aria-hidden="true">{value ? format(PARSERS[type](value), 'UTC') : empty}</span>
      <input
        {...input}
        // Also the key that moves the focus here: the parts of the value are then shown.
        onKeyUp={() => setIsTyping(true)}
        onBlur={(event) => {
          setIsTyping(false)
          input.onBlur?.(event)
        }}
      />
      {type === 'time' ? <Clock aria-hidden="true" /> : <Calendar aria-hidden="true" />}
    </span>
  )
}

/** A `DateInput` with label, hint and error. Accepts the result of react-hook-form's `register`, with the value from `watch`. */
export function DateField({
  label,
  error,
  hint,
  className,
  ...input
}: FieldTexts & DateInputProps) {
  const aria = useFieldAria(input.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={aria.id} className={className}>
      <DateInput {...input} {...aria} />
    </FieldFrame>
  )
}
