import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonStyle } from '#ui/button-style.ts'

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Disables the button and sets `aria-busy` while a request is in progress. */
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
