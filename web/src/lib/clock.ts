import { useEffect, useState } from 'react'

// Module state, because it belongs to the browser, not to a component. Every response updates it.
let offset = 0

/**
 * Measures how far this browser's clock differs from the server's. `serverTime` is the time in a response, `roundTrip` the
 * duration of the call, both in milliseconds. The response is assumed to be half a round trip old.
 */
export function syncServerClock(serverTime: number, roundTrip: number) {
  if (Number.isFinite(serverTime)) offset = serverTime + roundTrip / 2 - Date.now()
}

/** The server's time in epoch milliseconds, as estimated from its last response. */
export const serverNow = () => Date.now() + offset

/** The server's time, updated every `interval` milliseconds. */
export const useNow = (interval: number) => usePolled(serverNow, interval)

/** Calls `read` every `interval` milliseconds. Renders again only if the value changes. */
export function usePolled<T extends string | number | undefined>(read: () => T, interval: number) {
  const [value, setValue] = useState(read)

  useEffect(() => {
    const update = () => setValue(read())
    update()
    const timer = setInterval(update, interval)
    return () => clearInterval(timer)
  }, [read, interval])

  return value
}
