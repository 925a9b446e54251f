import { useInactiveButton } from '@marquee/ui-kit/lib/use-inactive-button.ts'
import type { ComponentProps } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded px-4 py-1.5 font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50'
const VARIANTS: Record<Variant, string> = {
  primary: 'bg-ivory text-velvet hover:bg-ivory/85',
  secondary: 'border border-ash/60 bg-velvet hover:border-ivory',
  quiet: 'px-3 text-ivory hover:bg-ash/15',
  danger: 'border border-danger text-danger hover:bg-danger/10',
}

const buttonStyle = (variant: Variant = 'primary', className = '') =>
  `${BASE} ${VARIANTS[variant]} ${className}`

interface Props extends Omit<ComponentProps<'button'>, 'onFocus' | 'onBlur'> {
  variant?: Variant
  /** A request is in progress: the button does nothing. */
  busy?: boolean
}

export function Button({
  variant,
  busy = false,
  disabled = false,
  onClick,
  className,
  ...rest
}: Props) {
  const inactive = useInactiveButton(disabled || busy, onClick)
  return (
    <button
      type="button"
      {...rest}
      {...inactive}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
    />
  )
}
