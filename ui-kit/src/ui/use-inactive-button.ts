import { type ComponentProps, type MouseEvent, useState } from 'react'

type Button = ComponentProps<'button'>

/**
 * Returns the attributes of a button that may be inactive. A disabled element loses the focus, so a button that has it gets `aria-disabled`, and does
 * nothing, until the focus moves on.
 */
export function useInactiveButton(isInactive: boolean, onClick: Button['onClick']) {
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
