import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  window.addEventListener('offline', onChange)
  window.addEventListener('online', onChange)
  return () => {
    window.removeEventListener('offline', onChange)
    window.removeEventListener('online', onChange)
  }
}

/** True if the browser knows that it has no network. False does not mean that the server can be reached. */
export const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
