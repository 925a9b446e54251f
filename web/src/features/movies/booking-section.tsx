import type { Movie } from '@marquee/contract/movies'
import { getBookingStatus, listBookableFirst } from '#features/movies/booking-status.ts'
import { ShowtimeChips } from '#features/movies/showtime-chips.tsx'
import { useNow } from '#lib/clock.ts'
import { legacyTicketsPath, seatScreenPath } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

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
            className="scroll-strip"
          />
        )}
      </div>
    </div>
  )
}

function FirstShowtime({ movie, nameId }: { movie: Movie; nameId: string }) {
  const status = getBookingStatus(movie, useNow(SECOND_MS))

  if (status.state === 'none') {
    return (
      <>
        <LinkButton
          to={legacyTicketsPath(movie.name, movie.screen, movie.timing)}
          variant="quiet"
          aria-describedby={nameId}
        >
          Book Now (Legacy)
        </LinkButton>
        <p className={NOTE}>Real-time booking not available for this movie</p>
      </>
    )
  }
  if (status.state === 'closed') {
    return (
      <>
        <Button disabled aria-describedby={nameId}>
          Booking Closed
        </Button>
        <p className={NOTE}>{status.message}</p>
      </>
    )
  }
  return (
    <>
      <LinkButton to={seatScreenPath(movie._id, status.showtimeId)} aria-describedby={nameId}>
        Book Now
      </LinkButton>
      <p className={NOTE}>{status.countdown}</p>
    </>
  )
}

const NOTE = 'min-h-5.25 text-center text-sm text-ash tabular'
