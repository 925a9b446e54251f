import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'

/** The showtimes of the movie that can be booked now, the next first. */
export const findOpenShowtimes = ({ showtimes }: Movie) =>
  showtimes
    .filter(
      (one): one is Showtime => typeof one === 'object' && getBookingWindow(one, serverNow()).open,
    )
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
