import type { Booking } from '@marquee/contract/bookings/bookings'
import { MINUTE_MS } from '@marquee/contract/time'

/**
 * When the movie ends. A show is past after that, so its ticket stays on top during the movie. The fields `showtimeId` and
 * `movieId` of a booking contain the objects, not only their ids.
 */
const endOf = ({ showtimeId, movieId }: Booking) =>
  Date.parse(showtimeId.startTime) + movieId.duration * MINUTE_MS

/** Returns upcoming bookings, earliest first, cancelled ones of upcoming shows, and past ones, latest first. `now` in epoch milliseconds. */
export function groupBookings(bookings: Booking[], now: number) {
  const byStart = bookings.toSorted((left, right) => startOf(left) - startOf(right))
  const comingUp = byStart.filter((booking) => !(endOf(booking) <= now))
  return {
    upcoming: comingUp.filter(({ cancelled }) => !cancelled),
    cancelled: comingUp.filter(({ cancelled }) => cancelled),
    past: byStart.filter((booking) => endOf(booking) <= now).toReversed(),
  }
}

const startOf = ({ showtimeId }: Booking) => Date.parse(showtimeId.startTime)
