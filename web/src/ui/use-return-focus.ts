import { useState } from 'react'

/**
 * Radix gives focus back to its own trigger only. Dialogs that are rendered to be opened have none: this
 * remembers who had the focus, for `onCloseAutoFocus`.
 */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    // Closed by going to another page, the focus is at that page's content already.
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  }
}
