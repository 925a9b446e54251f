import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

// Module state, because it belongs to the browser, not to a component. Every response updates it.
let offset = 0

/** When the server rendered the page, in epoch milliseconds. */
let renderTime = 0

/**
 * Measures how far this browser's clock differs from the server's. `serverTime` is the time in a response, `roundTrip` the
 * duration of the call, both in milliseconds. The response is assumed to be half a round trip old.
 */
export function syncServerClock(serverTime: number, roundTrip: number) {
  if (Number.isFinite(serverTime)) offset = serverTime + roundTrip / 2 - Date.now()
}

/** The server's time in epoch milliseconds, as estimated from its last response. */
export const serverNow = () => Date.now() + offset

/** Sets the time that a page shows while the server renders it and while the browser hydrates it, so that both are the same. */
export function setRenderTime(time: number) {
  renderTime = time
}

/** The server's time, updated every `interval` milliseconds and rounded down to it. */
export function useNow(interval: number) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, interval)
      return () => clearInterval(timer)
    },
    [interval],
  )
  return useSyncExternalStore(
    subscribe,
    () => roundDown(serverNow(), interval),
    () => roundDown(renderTime, interval),
  )
}

const roundDown = (time: number, interval: number) => time - (time % interval)

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
