/** Moves the focus if its element has gone away or was disabled. */
export function focusIfLost(element: HTMLElement | null) {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.matches(':disabled'))
    element?.focus({ preventScroll: true })
}
