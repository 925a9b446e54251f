import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonStyle } from '#ui/button-style.ts'

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Work is under way: the button waits, and says so to those who cannot see it. */
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
