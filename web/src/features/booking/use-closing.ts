import { bookingWindow } from '@marquee/contract/booking-window'
import type { Showtime } from '@marquee/contract/showtimes'
import { useCallback } from 'react'
import { serverNow, useByTheClock } from '#lib/clock.ts'

const LOOK_MS = 1_000

/** Why nothing more can be held for a showtime (specification, section 4); undefined while it can. */
export function useClosing(showtime: Showtime) {
  const closing = useCallback(() => closingOf(showtime), [showtime])
  return useByTheClock(closing, LOOK_MS)
}

function closingOf(showtime: Showtime) {
  const window = bookingWindow(showtime, serverNow())
  return window.open ? undefined : window.message
}
