import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatTime } from '@marquee/contract/time'
import { Link } from 'react-router'
import { describeSeatsLeft } from '#features/movies/booking/showtime-labels.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'

type TimedShowtime = Showtime & { endTime: string }

interface Props {
  showtimes: TimedShowtime[]
  now: number
  /** The accessible name of the list. */
  label: string
  /** The screen is named elsewhere, if there is only one. */
  isScreenKnown?: boolean
}

/** The showtimes of a movie on a day, by screen. */
export function ScreenShowtimes({ showtimes, now, label, isScreenKnown = false }: Props) {
  const screens = Map.groupBy(showtimes, ({ screen }) => screen)
  const isNamed = !isScreenKnown || screens.size > 1
  return [...screens].map(([screen, ofScreen]) => (
    <div key={screen} className="grid gap-1 not-first:mt-3">
      {isNamed && <p className="text-sm text-ash">{screen}</p>}
      <ul
        aria-label={isNamed ? `${label}, ${screen}` : label}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,11.75rem))]"
      >
        {ofScreen.map((showtime) => (
          <li key={showtime._id}>
            <ShowtimeLink showtime={showtime} now={now} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Two lines: the times, and the seats left. Closed and sold-out shows are links too: their seat map can be viewed. */
function ShowtimeLink({ showtime, now }: { showtime: TimedShowtime; now: number }) {
  const { open } = getBookingWindow(showtime, now)
  const isSoldOut = open && showtime.seatsLeft === 0
  const isBookable = open && !isSoldOut
  const isScarce = isBookable && describeSeatsLeft(showtime) !== `${showtime.seatsLeft} left`
  return (
    <Link
      to={seatScreenPath(showtime.movieId, showtime._id)}
      className={`grid h-full min-h-14 content-center rounded border px-2 py-1.5 sm:px-3 text-sm leading-5 transition-colors tabular ${
        isBookable
          ? 'border-brass/35 hover:border-brass-bright hover:text-brass-bright'
          : 'border-ash/25 text-ash hover:border-ash'
      }`}
    >
      <span>
        <ShowtimeTime instant={showtime.startTime} className="text-base font-semibold" />{' '}
        <span className="inline-block text-ash max-[22.5rem]:sr-only">
          – <ShowtimeTime instant={showtime.endTime} />
        </span>
      </span>
      <span className="flex flex-wrap gap-x-2">
        <span className={isScarce ? 'text-brass-bright' : 'text-ash'}>
          {open ? describeSeatsLeft(showtime) : 'Closed'}
        </span>
        {isSoldOut && <span className="text-brass">Waiting list</span>}
      </span>
    </Link>
  )
}

const ShowtimeTime = ({ instant, className = '' }: { instant: string; className?: string }) => (
  <time dateTime={instant} className={className}>
    {formatTime(Date.parse(instant), siteSettings.timeZone)}
  </time>
)
