import { type ComponentProps, type ReactNode, useId } from 'react'

interface Told {
  label: ReactNode
  /** What is wrong with the entry, in words. */
  error?: string | undefined
  /** What to know before typing. */
  hint?: ReactNode
}

const BOX =
  'w-full rounded border border-ash/50 bg-ink px-4 py-2.5 text-base text-ivory placeholder:text-ash transition-colors hover:border-brass/60 focus-visible:border-brass disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger'

interface FieldProps extends Told, ComponentProps<'input'> {
  /** A control at the end of the box, as tall as it. */
  control?: ReactNode
}

/** A labelled input; takes what `register` of a form gives. */
export function Field({ label, error, hint, control, className, ...input }: FieldProps) {
  const told = useTold(input.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={told.id} className={className}>
      <div className="relative">
        <input {...input} {...told} className={`min-h-11 ${BOX} ${control ? 'pr-14' : ''}`} />
        {control && <div className="absolute inset-y-0 right-0 grid">{control}</div>}
      </div>
    </FieldFrame>
  )
}

/** The same for more than one line. */
export function TextField({
  label,
  error,
  hint,
  className,
  ...area
}: Told & ComponentProps<'textarea'>) {
  const told = useTold(area.id, error, hint)
  return (
    <FieldFrame label={label} error={error} hint={hint} id={told.id} className={className}>
      <textarea rows={4} {...area} {...told} className={BOX} />
    </FieldFrame>
  )
}

function useTold(given: string | undefined, error: string | undefined, hint: ReactNode) {
  const made = useId()
  const id = given ?? made
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': notes || undefined,
  }
}

interface FrameProps extends Told {
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
