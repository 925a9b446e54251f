import type { Movie } from '@marquee/contract/movies/movies'
import { MINUTE_MS, SECOND_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { BookingButton } from './booking-button.tsx'
import {
  getBookingNote,
  getBookingStatus,
  isUnavailable,
  listBookableFirst,
} from './booking-status.ts'
import { NextShow } from './next-show.tsx'
import { ShowtimeChips } from './showtime-chips.tsx'

/** The bottom of a movie card: the Book Now button for the first showtime, and links to the other showtimes. */
export function BookingSection({ movie, nameId }: { movie: Movie; nameId: string }) {
  const now = useNow(MINUTE_MS)
  const otherShowtimes = listBookableFirst(movie.showtimes.slice(1), now)

  return (
    <div className="mt-auto grid grid-cols-1 gap-2 pt-4">
      <FirstShowtime movie={movie} nameId={nameId} />
      <div className="min-h-17">
        {otherShowtimes.length > 0 && (
          <ShowtimeChips
            movieId={movie._id}
            label={`Other showtimes of ${movie.name}`}
            options={otherShowtimes}
            now={now}
            className="scroll-strip whitespace-nowrap"
          />
        )}
      </div>
    </div>
  )
}

function FirstShowtime({ movie, nameId }: { movie: Movie; nameId: string }) {
  const now = useNow(SECOND_MS)
  const status = getBookingStatus(movie, now)
  return (
    <>
      <BookingButton movie={movie} status={status} describedBy={nameId} />
      <p className="min-h-5.25 text-center text-sm text-ash tabular">{getBookingNote(status)}</p>
      {isUnavailable(status) && (
        <p className="text-center text-sm text-ash empty:hidden">
          <NextShow movie={movie} now={now} />
        </p>
      )}
    </>
  )
}
