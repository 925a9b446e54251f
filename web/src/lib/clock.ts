import { useEffect, useState } from 'react'

let offset = 0

/**
 * Learns the server's clock from one answer. `stamped` is what the server wrote (epoch milliseconds), `roundTrip`
 * how long the whole call took: the stamp is taken to be half of that old.
 */
export function learnServerTime(stamped: number, roundTrip: number) {
  if (Number.isFinite(stamped)) offset = stamped + roundTrip / 2 - Date.now()
}

/** Epoch milliseconds on the server's clock, as well as this browser knows it. */
export const serverNow = () => Date.now() + offset

/** The server's clock, read again every `interval` milliseconds. */
export const useNow = (interval: number) => useByTheClock(serverNow, interval)

/** What `look` sees, looked at again every `interval` milliseconds: nothing is drawn anew until it sees something else. */
export function useByTheClock<T extends string | number | undefined>(
  look: () => T,
  interval: number,
) {
  const [seen, setSeen] = useState(look)

  useEffect(() => {
    const lookAgain = () => setSeen(look())
    lookAgain()
    const timer = setInterval(lookAgain, interval)
    return () => clearInterval(timer)
  }, [look, interval])

  return seen
}
