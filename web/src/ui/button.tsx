import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { useHydrated } from './use-hydrated.ts'

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Disables the button and sets `aria-busy` while a request is in progress. */
  busy?: boolean
}

export function Button({ variant, busy = false, disabled, className, ...rest }: Props) {
  const isInactive = disabled || busy
  // Before hydration the browser itself would send the form, with its fields in the URL.
  const isSubmitDisabled = !useHydrated() && rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      disabled={isInactive || isSubmitDisabled}
      data-inactive={isInactive || undefined}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
    />
  )
}
