import { type ComponentProps, type ReactNode, useId } from 'react'

export interface FieldTexts {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

interface FieldProps extends FieldTexts, ComponentProps<'input'> {
  /** A button inside the input, at its right end. */
  control?: ReactNode
}

/** An input with label, hint and error. Accepts the result of react-hook-form's `register`. */
export function Field({ label, error, hint, control, className, ...input }: FieldProps) {
  const aria = useFieldAria(input.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={aria.id} className={className}>
      <div className="relative">
        <input {...input} {...aria} className={`input ${control ? 'pe-14' : ''}`} />
        {control && <div className="absolute inset-y-0 end-0 grid">{control}</div>}
      </div>
    </FieldFrame>
  )
}

/** A `Field` with several lines. */
export function TextField({
  label,
  error,
  hint,
  className,
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  const aria = useFieldAria(area.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={aria.id} className={className}>
      <textarea rows={4} {...area} {...aria} className="input" />
    </FieldFrame>
  )
}

/** A `Field` with a list of options. */
export function SelectField({
  label,
  error,
  hint,
  className,
  ...select
}: FieldTexts & ComponentProps<'select'>) {
  const aria = useFieldAria(select.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={aria.id} className={className}>
      <Select {...select} {...aria} />
    </FieldFrame>
  )
}

/** A list of options without a visible label. `className` is for the frame. */
export const Select = ({ className = '', ...select }: ComponentProps<'select'>) => (
  <span className={`select ${className}`}>
    <select {...select} />
  </span>
)

/** A checkbox with its label. */
export const Checkbox = ({ children, className = '', ...input }: ComponentProps<'input'>) => (
  <label className={`checkbox ${className}`}>
    <input {...input} type="checkbox" />
    {children}
  </label>
)

interface ChoiceProps extends ComponentProps<'input'> {
  legend: string
  options: readonly (readonly [value: string, label: string])[]
}

/** Radio buttons side by side. Accepts the result of react-hook-form's `register`. */
export const ChoiceField = ({ legend, options, ...radio }: ChoiceProps) => (
  <fieldset>
    <legend className="field-label mb-1">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {options.map(([value, label]) => (
        <label key={value} className="radio-choice">
          <input {...radio} type="radio" value={value} className="sr-only" />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)

export function useFieldAria(
  givenId: string | undefined,
  error: string | undefined,
  hint: ReactNode,
) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
}

interface FrameProps extends FieldTexts {
  id: string
  className: string | undefined
  children: ReactNode
}

export function FieldFrame({ label, error, hint, id, className, children }: FrameProps) {
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ash">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
