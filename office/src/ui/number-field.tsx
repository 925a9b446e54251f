import { Field, type FieldTexts } from '@marquee/ui-kit/ui/field.tsx'
import { useState } from 'react'

interface Props extends FieldTexts {
  value: number
  min: number
  max: number
  className?: string
  /** Called for whole numbers from `min` to `max` only. */
  onChange: (value: number) => void
}

/** A whole number. A text that is none stays in the field, with a message below it. */
export function NumberField({ value, min, max, onChange, error, ...field }: Props) {
  const [typed, setTyped] = useState({ text: String(value), value })
  const isCurrent = typed.value === value
  const text = isCurrent ? typed.text : String(value)
  const isValid = isWhole(text, min, max)
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={isValid ? error : `Type a whole number from ${min} to ${max}.`}
      onChange={({ target }) => {
        const isNumber = isWhole(target.value, min, max)
        setTyped({ text: target.value, value: isNumber ? Number(target.value) : value })
        if (isNumber) onChange(Number(target.value))
      }}
    />
  )
}

const isWhole = (text: string, min: number, max: number) =>
  /^\s*\d{1,6}\s*$/.test(text) && Number(text) >= min && Number(text) <= max
