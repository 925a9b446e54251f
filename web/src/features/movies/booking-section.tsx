import type { Movie } from '@marquee/contract/movies'
import { legacyLinkOf } from '#features/movies/addresses.ts'
import { getBookingStatus, listBookableFirst } from '#features/movies/booking-status.ts'
import { ShowtimeChips } from '#features/movies/showtime-chips.tsx'
import { seatScreenPath } from '#lib/addresses.ts'
import { useNow } from '#lib/clock.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The foot of a card: book the first showtime, or be told why not, or choose another. */
export function BookingSection({ movie, nameId }: { movie: Movie; nameId: string }) {
  const now = useNow(MINUTE)
  const further = listBookableFirst(movie.showtimes.slice(1), now)

  return (
    <div className="mt-auto grid grid-cols-1 gap-2 pt-4">
      <FirstShowtime movie={movie} nameId={nameId} />
      <div className="min-h-17">
        {further.length > 0 && (
          <ShowtimeChips
            movieId={movie._id}
            label={`Other showtimes of ${movie.name}`}
            choices={further}
            now={now}
            className="chip-strip"
          />
        )}
      </div>
    </div>
  )
}

function FirstShowtime({ movie, nameId }: { movie: Movie; nameId: string }) {
  const offer = getBookingStatus(movie, useNow(SECOND))

  if (offer.state === 'none') {
    return (
      <>
        <LinkButton to={legacyLinkOf(movie)} variant="quiet" aria-describedby={nameId}>
          Book Now (Legacy)
        </LinkButton>
        <p className={NOTE}>Real-time booking not available for this movie</p>
      </>
    )
  }
  if (offer.state === 'closed') {
    return (
      <>
        <Button disabled aria-describedby={nameId}>
          Booking Closed
        </Button>
        <p className={NOTE}>{offer.message}</p>
      </>
    )
  }
  return (
    <>
      <LinkButton to={seatScreenPath(movie._id, offer.showtimeId)} aria-describedby={nameId}>
        Book Now
      </LinkButton>
      <p className={NOTE}>{offer.countdown}</p>
    </>
  )
}

const NOTE = 'min-h-5.25 text-center text-sm text-ash tabular'
