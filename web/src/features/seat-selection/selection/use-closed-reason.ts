import { serverNow, usePolled } from '@marquee/browser/clock.ts'
import { getBookingWindow } from '@marquee/contract/booking-window'
import type { Showtime } from '@marquee/contract/showtimes'
import { useCallback } from 'react'

const INTERVAL_MS = 1_000

/** The reason why the booking window is closed (specification §4). Undefined while it is open. */
export function useClosedReason(showtime: Showtime) {
  const read = useCallback(() => closedReason(showtime), [showtime])
  return usePolled(read, INTERVAL_MS)
}

function closedReason(showtime: Showtime) {
  const window = getBookingWindow(showtime, serverNow())
  return window.open ? undefined : window.message
}
