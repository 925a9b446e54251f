import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { useHydrated } from './use-hydrated.ts'
import { useInactiveButton } from './use-inactive-button.ts'

interface Props extends Omit<ComponentProps<'button'>, 'onFocus' | 'onBlur'> {
  variant?: ButtonVariant
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
  const isInactive = disabled || busy
  const inactive = useInactiveButton(isInactive, onClick)
  // Before hydration the browser itself would send the form, with its fields in the URL.
  const isSubmitDisabled = !useHydrated() && rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      {...inactive}
      disabled={inactive.disabled || isSubmitDisabled}
      data-variant={variant}
      data-inactive={isInactive || undefined}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, className)}
    />
  )
}
