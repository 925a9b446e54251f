import { type ComponentProps, type MouseEvent, useState } from 'react'
import { type ButtonVariant, buttonStyle } from './button-style.ts'
import { useHydrated } from './use-hydrated.ts'

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

type Button = ComponentProps<'button'>

/**
 * Returns the attributes of a button that may be inactive. A disabled element loses the focus, so a button that has it gets `aria-disabled`, and does
 * nothing, until the focus moves on.
 */
function useInactiveButton(isInactive: boolean, onClick: Button['onClick']) {
  const [hasFocus, setFocus] = useState(false)
  const isStillFocused = isInactive && hasFocus
  return {
    disabled: isInactive && !hasFocus,
    'aria-disabled': isStillFocused || undefined,
    onClick: isStillFocused ? preventSubmit : onClick,
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}

const preventSubmit = (event: MouseEvent) => event.preventDefault()
