import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useState } from 'react'
import { formatShortNearDate } from '#features/movies/booking/showtime-labels.ts'
import { findOpenShowtimes } from '#features/seat-selection/showtime/open-showtimes.ts'
import { ShowtimeLinks } from '#features/seat-selection/showtime/showtime-links.tsx'
import { isoDateOfShow } from '#lib/date-time.tsx'
import { changeShowtimePath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'

interface Props {
  booking: Booking
  movie: Movie
  /** The shown showtime. */
  showtime: Showtime
}

/** Links to the showtimes of the movie that can be booked, one day at a time. */
export function ChooseShowtime({ booking, movie, showtime }: Props) {
  const [chosenDay, setChosenDay] = useState(isoDateOfShow(showtime))
  const { timeZone } = siteSettings
  const showtimes = findOpenShowtimes(movie)
  const days = Map.groupBy(showtimes, isoDateOfShow)
  const day = days.has(chosenDay) ? chosenDay : showtimes[0] && isoDateOfShow(showtimes[0])
  if (!showtimes.some(({ _id }) => _id !== showtime._id)) return null
  return (
    <details className="mt-1 sm:mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brass underline underline-offset-4 transition-colors hover:text-brass-bright">
        Choose another showtime
      </summary>
      <div className="mt-2 mb-4 grid grid-cols-1 gap-3">
        <ul aria-label="Days" className="scroll-strip flex gap-2">
          {[...days].map(([date, [first]]) => (
            <li key={date}>
              <button
                type="button"
                aria-pressed={date === day}
                onClick={() => setChosenDay(date)}
                className="choice"
              >
                {first && formatShortNearDate(Date.parse(first.startTime), serverNow(), timeZone)}
              </button>
            </li>
          ))}
        </ul>
        <nav aria-label="Showtimes">
          <ShowtimeLinks
            showtimes={showtimes.filter((one) => isoDateOfShow(one) === day)}
            currentId={showtime._id}
            toPath={({ _id }) => changeShowtimePath(booking.bookingReference, _id)}
            toLabel={({ startTime }) => formatTime(Date.parse(startTime), timeZone)}
          />
        </nav>
        {booking.parkingSlots.length > 0 && (
          <p className="text-sm text-ash">
            Changing the showtime also cancels your parking. You can add it again afterwards.
          </p>
        )}
      </div>
    </details>
  )
}
