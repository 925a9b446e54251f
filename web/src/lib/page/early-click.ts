let button: HTMLButtonElement | null = null
let isHydrating = false

const remember = ({ target }: MouseEvent) => {
  button = (target as Element).closest('button')
}
/** React stops an event that it cannot handle yet. One that arrives here was handled. */
const forget = () => {
  if (isHydrating) button = null
}

/** Remembers the last button that a visitor presses before the app handles it. Links and fields work without the app. */
export function rememberEarlyClick() {
  document.addEventListener('click', remember, true)
  document.addEventListener('click', forget)
}

/** From now on, React handles the events of what it has hydrated. */
export const startHydration = () => {
  isHydrating = true
}

/** Presses the remembered button. Call it when the page is hydrated. */
export function repeatEarlyClick() {
  document.removeEventListener('click', remember, true)
  document.removeEventListener('click', forget)
  // Tabs react to the press, other controls to the click.
  if (button?.isConnected)
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  if (button?.isConnected) button.click()
  button = null
}
