import type { Booking } from '@marquee/contract/bookings/bookings'
import { endOfShow } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'

const CLOCK_MS = 10_000

/** Whether a show has started. `startTime` is ISO 8601. */
export const useHasStarted = (startTime: string) => useNow(CLOCK_MS) >= Date.parse(startTime)

/** Whether the show of a booking has ended. */
export const useHasEnded = ({ showtimeId, movieId }: Booking) =>
  useNow(CLOCK_MS) >= endOfShow(Date.parse(showtimeId.startTime), movieId.duration)
