import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldTexts {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

const BOX =
  'w-full rounded border border-ash/50 bg-ink px-4 py-2.5 text-base text-ivory placeholder:text-ash transition-colors hover:border-brass/60 focus-visible:border-brass disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger'

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
        <input {...input} {...aria} className={`min-h-11 ${BOX} ${control ? 'pe-14' : ''}`} />
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
      <textarea rows={4} {...area} {...aria} className={BOX} />
    </FieldFrame>
  )
}

function useFieldAria(givenId: string | undefined, error: string | undefined, hint: ReactNode) {
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

function FieldFrame({ label, error, hint, id, className, children }: FrameProps) {
  return (
    <div className={`grid gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-medium text-ivory">
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
