import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldTexts {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

/** An input with label, hint and error. */
export function Field({
  label,
  error,
  hint,
  className = '',
  ...input
}: FieldTexts & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className="input"
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={`text-sm ${error ? 'text-danger' : 'text-ash'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  label: string
}

export function SelectField({ label, className = '', children, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select {...select} id={id} className="input">
        {children}
      </select>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  legend: string
  name: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
}

/** Radio buttons side by side. */
export function ChoiceField<T extends string>(props: ChoiceProps<T>) {
  const { legend, name, options, value, onChange } = props
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, label]) => (
          <label
            key={option}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded border border-ash/60 px-3 font-medium whitespace-nowrap has-checked:border-ivory has-checked:bg-ivory has-checked:text-velvet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-premium"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
