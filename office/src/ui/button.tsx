import type { ComponentProps } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded px-4 py-1.5 font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-50'
const VARIANTS: Record<Variant, string> = {
  primary: 'bg-ivory text-velvet hover:bg-ivory/85',
  secondary: 'border border-ash/60 bg-velvet hover:border-ivory',
  quiet: 'px-3 text-ivory hover:bg-ash/15',
  danger: 'border border-danger text-danger hover:bg-danger/10',
}

const buttonStyle = (variant: Variant = 'primary', className = '') =>
  `${BASE} ${VARIANTS[variant]} ${className}`

interface Props extends ComponentProps<'button'> {
  variant?: Variant
  /** A request is in progress. */
  busy?: boolean
}

export function Button({ variant, busy = false, disabled, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
    />
  )
}
