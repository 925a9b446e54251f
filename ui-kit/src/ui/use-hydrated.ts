import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False while the server renders the page and until the browser has hydrated it: events are not handled yet. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
