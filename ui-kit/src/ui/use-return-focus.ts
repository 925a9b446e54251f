import { useState } from 'react'

/**
 * Returns a handler for `onCloseAutoFocus` that gives the focus back to the element that had it before, or to the one with
 * the id `fallbackId` if that is gone.
 * Radix itself does this only for its own trigger, which our dialogs do not use.
 */
export function useReturnFocus(fallbackId?: string) {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    // A navigation closed the dialog: the focus is already at the content of the new page.
    if (document.activeElement !== document.body) return
    const isGone = !opener?.isConnected && fallbackId !== undefined
    const target = isGone ? document.getElementById(fallbackId) : opener
    if (target instanceof HTMLElement) target.focus()
  }
}
