import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

// Module state, because it belongs to the browser, not to a component. Every response updates it.
/** The server's time minus `performance.now()`, which does not change when the computer's clock is set. Undefined before the first response. */
let offset: number | undefined

const CHECK_MS = 1000
const MIN_STEP_MS = 2000

/** When the server rendered the page, in epoch milliseconds. */
let renderTime = 0

/**
 * Measures how far this browser's monotonic clock differs from the server's. `serverTime` is the time in a response, `roundTrip` the
 * duration of the call, both in milliseconds. The response is assumed to be half a round trip old when it is received, by `performance.now()`.
 */
export function syncServerClock(
  serverTime: number,
  roundTrip: number,
  receivedAt = performance.now(),
) {
  if (Number.isFinite(serverTime)) offset = serverTime + roundTrip / 2 - receivedAt
}

/** Goes by the computer's clock until the next response. */
export function resetServerClock() {
  offset = undefined
}

/** The server's time in epoch milliseconds, as estimated from its last response. */
export const serverNow = () => (offset === undefined ? Date.now() : performance.now() + offset)

/** The same as an ISO 8601 time. */
export const serverTime = () => new Date(serverNow()).toISOString()

/**
 * Calls `onStep` when the computer's clock was set, or when the computer has slept: `performance.now()` may not count that time, so the next
 * response must correct it.
 */
export function watchClockSteps(onStep: () => void) {
  const measure = () => Date.now() - performance.now()
  let difference = measure()
  setInterval(() => {
    const last = difference
    difference = measure()
    if (Math.abs(difference - last) >= MIN_STEP_MS) onStep()
  }, CHECK_MS)
}

/** Sets the time that a page shows while the server renders it and while the browser hydrates it, so that both are the same. */
export function setRenderTime(time: number) {
  renderTime = time
}

/** The server's time, rounded down to `interval` milliseconds. It changes when the rounded time does, so that booking closes on time. */
export function useNow(interval: number) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        timer = setTimeout(
          () => {
            onChange()
            wait()
          },
          interval - (serverNow() % interval),
        )
      }
      wait()
      return () => clearTimeout(timer)
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
