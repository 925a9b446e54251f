import type { Booking } from '@marquee/contract/bookings'

const MINUTE = 60_000

/** A show is past when its film has ended, so that a ticket stays at hand while one sits inside. */
const endOf = ({ showtimeId, movieId }: Booking) =>
  Date.parse(showtimeId.startTime) + movieId.duration * MINUTE

/** The next show first, then those to come; past ones apart, the latest first. `now` in epoch milliseconds. */
export function groupBookings(bookings: Booking[], now: number) {
  const byStart = bookings.toSorted((one, other) => startOf(one) - startOf(other))
  return {
    coming: byStart.filter((booking) => !(endOf(booking) <= now)),
    past: byStart.filter((booking) => endOf(booking) <= now).toReversed(),
  }
}

const startOf = ({ showtimeId }: Booking) => Date.parse(showtimeId.startTime)
