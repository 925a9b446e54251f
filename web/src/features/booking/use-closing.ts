import { bookingWindow, type Showtime } from '@marquee/contract/showtimes'
import { useEffect, useState } from 'react'
import { serverNow } from '#lib/clock.ts'

const LOOK_MS = 1_000

/** Why nothing more can be held for a showtime (specification, section 4); undefined while it can. */
export function useClosing(showtime: Showtime) {
  const [closing, setClosing] = useState(() => closingOf(showtime))

  useEffect(() => {
    const look = () => setClosing(closingOf(showtime))
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [showtime])

  return closing
}

function closingOf(showtime: Showtime) {
  const window = bookingWindow(showtime, serverNow())
  return window.open ? undefined : window.message
}
