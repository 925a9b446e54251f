import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath, PAGES } from '@marquee/contract/pages'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { legacySeatScreenPath, seatScreenPath } from '#lib/paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import type { BookingStatus } from './booking-status.ts'

interface Props {
  movie: Movie
  status: BookingStatus
  /** The id of the element with the name of the movie. */
  describedBy: string
}

/** Leads to the first showtime of a movie, or says why there is none to book. */
export function BookingButton({ movie, status, describedBy }: Props) {
  switch (status.state) {
    case 'none':
      return (
        <LinkButton
          to={legacySeatScreenPath(movie.name, movie.screen, movie.timing)}
          variant="secondary"
          aria-describedby={describedBy}
        >
          Book Now (Legacy)
        </LinkButton>
      )
    case 'coming':
      return (
        <LinkButton
          to={movie.slug ? moviePath(movie.slug) : PAGES.home}
          variant="secondary"
          aria-describedby={describedBy}
        >
          Tell Me
        </LinkButton>
      )
    case 'sold out':
      return (
        <LinkButton
          to={seatScreenPath(movie._id, status.showtimeId)}
          variant="secondary"
          aria-describedby={describedBy}
        >
          Join the Waiting List
        </LinkButton>
      )
    case 'closed':
      return (
        <Button disabled aria-describedby={describedBy}>
          Booking Closed
        </Button>
      )
    case 'open':
      return (
        <LinkButton
          to={seatScreenPath(movie._id, status.showtimeId)}
          aria-describedby={describedBy}
        >
          Book Now
        </LinkButton>
      )
  }
}
