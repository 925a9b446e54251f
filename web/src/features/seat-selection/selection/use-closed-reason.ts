import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import { serverNow, usePolled } from '@marquee/ui-kit/lib/clock.ts'
import { useCallback } from 'react'

const INTERVAL_MS = 1_000

type BookableShow = Parameters<typeof getBookingWindow>[0]

/** The reason why the booking window is closed (specification §4). Undefined while it is open. */
export function useClosedReason(showtime: BookableShow) {
  const read = useCallback(() => closedReason(showtime), [showtime])
  return usePolled(read, INTERVAL_MS)
}

function closedReason(showtime: BookableShow) {
  const window = getBookingWindow(showtime, serverNow())
  return window.open ? undefined : window.message
}
