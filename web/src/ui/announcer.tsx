import { useSyncExternalStore } from 'react'

let said = ''
const listeners = new Set<() => void>()

/** Says something politely to those who listen; the same words again are said again. */
export function announce(text: string) {
  // A live region is silent when its text does not change: an invisible space makes it change.
  said = text === said ? `${text}\u00a0` : text
  for (const heard of listeners) heard()
}

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Rendered once, for the whole page. */
export function LiveRegion() {
  const text = useSyncExternalStore(listen, () => said)
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  )
}
