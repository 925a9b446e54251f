import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatNearDateTime, formatNearDay, formatTime } from '@marquee/contract/time'
import type { ReactNode } from 'react'
import { isoDateOfShow, NearDateTime, useLocalClock } from '#lib/date-time.tsx'
import { seatScreenPath } from '#lib/paths.ts'
import { ErrorState } from '#ui/page-states.tsx'
import { findOpenShowtimes } from './open-showtimes.ts'
import { ShowtimeLinks } from './showtime-links.tsx'

const MAX_SHOWTIMES = 4

interface ShowtimesProps {
  movie: Movie
  showtime: Showtime
  /** Shows with fewer seats left do not fit. */
  partySize?: number
  /** The page of another showtime. */
  toPath?: (showtime: Showtime) => string
}

interface Props extends ShowtimesProps {
  /** What happens to the money. */
  text: string
  action: ReactNode
}

/** Instead of the seats of a show that the cinema has cancelled. */
export function CancelledShow({ text, action, ...props }: Props) {
  const { movie, showtime } = props
  return (
    <ErrorState
      isPage
      title={`${SHOW_CANCELLED}.`}
      text={
        <>
          {movie.name}, <NearDateTime instant={showtime.startTime} />
          {showtime.cancelled && (
            <span className="mt-2 block">Reason: {showtime.cancelled.reason}</span>
          )}
          <span className="mt-2 block">{text}</span>
        </>
      }
      actions={
        <>
          <div className="w-full [&_ul]:justify-center">
            <OtherShowtimes {...props} />
          </div>
          {action}
        </>
      }
    />
  )
}

/** The other times of the movie that can be booked and fit the party: those of the same day, else the next ones. */
export function OtherShowtimes(props: ShowtimesProps) {
  const { movie, showtime, partySize = 1, toPath = toSeatScreen } = props
  const clock = useLocalClock()
  const open = findOpenShowtimes(movie).filter(
    ({ _id, seatsLeft }) => _id !== showtime._id && seatsLeft >= partySize,
  )
  const sameDay = open.filter((one) => isoDateOfShow(one) === isoDateOfShow(showtime))
  const isSameDay = sameDay.length > 0
  if (open.length === 0)
    return <p className="w-full text-ash">No other showtimes for this movie.</p>
  return (
    <nav aria-label="Other showtimes" className="w-full">
      <p className="font-semibold">
        {isSameDay
          ? `Other times ${formatNearDay(Date.parse(showtime.startTime), clock)}:`
          : 'Other showtimes:'}
      </p>
      <ShowtimeLinks
        showtimes={(isSameDay ? sameDay : open).slice(0, MAX_SHOWTIMES)}
        toPath={toPath}
        toLabel={({ startTime, seatsLeft }) => {
          const time = isSameDay
            ? formatTime(Date.parse(startTime), clock.timeZone)
            : formatNearDateTime(Date.parse(startTime), clock)
          return `${time} · ${seatsLeft} left`
        }}
        replace
        className="mt-2"
      />
    </nav>
  )
}

const toSeatScreen = ({ movieId, _id }: Showtime) => seatScreenPath(movieId, _id)
