import { serverNow } from '@marquee/browser/clock.ts'
import { getBookingWindow, SHOW_CANCELLED } from '@marquee/contract/booking-window'
import type { Movie } from '@marquee/contract/movies'
import type { Showtime } from '@marquee/contract/showtimes'
import { formatDate, formatTime } from '@marquee/contract/time'
import { Link } from 'react-router'
import { dateTimeOf } from '#lib/date-time.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const MAX_SHOWTIMES = 8

interface Props {
  movie: Movie
  showtime: Showtime
}

/** Instead of the seat screen of a show that the cinema has cancelled. */
export function CancelledShow({ movie, showtime }: Props) {
  return (
    <div className="mx-auto min-h-svh w-full max-w-7xl px-4 pt-8 sm:px-8 lg:py-14">
      <ErrorState
        isPage
        title={`${SHOW_CANCELLED}.`}
        text={
          <>
            {movie.name}, {dateTimeOf(showtime.startTime)}
            {showtime.cancelled && (
              <span className="mt-2 block">Reason: {showtime.cancelled.reason}</span>
            )}
            <span className="mt-2 block">
              You have not paid for seats that you were choosing. Paid bookings are refunded in
              full.
            </span>
          </>
        }
        actions={
          <>
            <OtherShowtimes movie={movie} showtime={showtime} />
            <LinkButton to="/" variant="quiet">
              Browse Movies
            </LinkButton>
          </>
        }
      />
    </div>
  )
}

/** The other times of the movie that can be booked: those of the same day, else the next ones. */
export function OtherShowtimes({ movie, showtime }: Props) {
  const now = serverNow()
  const { timeZone } = siteSettings
  const open = movie.showtimes.filter(
    (one): one is Showtime =>
      typeof one === 'object' && one._id !== showtime._id && getBookingWindow(one, now).open,
  )
  const sameDay = open.filter(({ date }) => date === showtime.date)
  const isSameDay = sameDay.length > 0
  const shown = (isSameDay ? sameDay : open)
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
    .slice(0, MAX_SHOWTIMES)
  if (shown.length === 0)
    return <p className="w-full text-center text-ash">There are no other times of this movie.</p>
  return (
    <nav aria-label="Other times" className="w-full">
      <p className="text-center font-semibold">
        {isSameDay ? `Other times ${dayText(showtime, now)}:` : 'Other times:'}
      </p>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {shown.map(({ _id, startTime }) => {
          const startsAt = Date.parse(startTime)
          return (
            <li key={_id}>
              <Link
                to={seatScreenPath(movie._id, _id)}
                replace
                className="inline-flex min-h-11 items-center rounded border border-brass/50 px-4 font-semibold text-brass transition-colors hover:border-brass-bright hover:text-brass-bright"
              >
                {!isSameDay && `${formatDate(startsAt, timeZone)}, `}
                {formatTime(startsAt, timeZone)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function dayText({ startTime }: Showtime, now: number) {
  const { timeZone } = siteSettings
  const day = formatDate(Date.parse(startTime), timeZone)
  return day === formatDate(now, timeZone) ? 'today' : `on ${day}`
}
