import { useState } from 'react'

/**
 * Returns a handler for `onCloseAutoFocus` that gives the focus back to the element that had it before. If that had an id, the focus goes to the
 * element that has the id now: the cursor of a grid may have moved. If it is gone, the focus goes to the element with the id `fallbackId`.
 * Radix itself does this only for its own trigger, which our dialogs do not use.
 */
export function useReturnFocus(fallbackId?: string) {
  const [opener] = useState(() => document.activeElement)
  const [openerId] = useState(opener?.id)
  return (event: Event) => {
    event.preventDefault()
    // A navigation closed the dialog: the focus is already at the content of the new page.
    if (document.activeElement !== document.body) return
    const previous = openerId ? document.getElementById(openerId) : opener
    const target = previous?.isConnected ? previous : document.getElementById(fallbackId ?? '')
    if (target instanceof HTMLElement) target.focus()
  }
}
