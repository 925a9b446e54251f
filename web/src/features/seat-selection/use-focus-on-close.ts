import { useEffect } from 'react'

/**
 * When the seats make way for a notice, its heading comes into view and gets the focus. Not if the focus is on something
 * that stays, for example in the header.
 */
export function useFocusOnClose() {
  useEffect(() => {
    const { href } = window.location
    return () =>
      void setTimeout(() => {
        // A navigation moves the focus itself.
        if (window.location.href === href) focusHeading()
      })
  }, [])
}

function focusHeading() {
  const { activeElement, body } = document
  if (activeElement !== body && !activeElement?.matches('main, :disabled')) return
  const heading = document.querySelector<HTMLElement>('h1[tabindex]')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'center' })
}
