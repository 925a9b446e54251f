import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatTime } from '@marquee/contract/time'
import { Link } from 'react-router'
import { describeSeatsLeft } from '#features/movies/booking/showtime-labels.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'

interface Props {
  showtime: Showtime & { endTime: string }
  now: number
}

/** A showtime with its times, screen and seats left. Closed and sold-out ones are links too: their seat map can be viewed. */
export function ShowtimeLink({ showtime, now }: Props) {
  const { open } = getBookingWindow(showtime, now)
  const isBookable = open && showtime.seatsLeft > 0
  const isScarce = isBookable && describeSeatsLeft(showtime) !== `${showtime.seatsLeft} left`
  return (
    <Link
      to={seatScreenPath(showtime.movieId, showtime._id)}
      className={`grid min-h-11 gap-0.5 rounded border px-3 py-2 text-sm leading-5 transition-colors tabular ${
        isBookable
          ? 'border-brass/35 hover:border-brass-bright hover:text-brass-bright'
          : 'border-ash/25 text-ash hover:border-ash'
      }`}
    >
      <span>
        <TimeOfDay instant={showtime.startTime} className="font-semibold" />{' '}
        <span className="whitespace-nowrap text-ash">
          – <TimeOfDay instant={showtime.endTime} />
        </span>
      </span>
      <span className="text-ash">{showtime.screen}</span>
      <span className={isScarce ? 'text-brass-bright' : 'text-ash'}>
        {open ? describeSeatsLeft(showtime) : 'Closed'}
      </span>
      {open && showtime.seatsLeft === 0 && <span className="text-brass">Waiting list</span>}
    </Link>
  )
}

const TimeOfDay = ({ instant, className = '' }: { instant: string; className?: string }) => (
  <time dateTime={instant} className={className}>
    {formatTime(Date.parse(instant), siteSettings.timeZone)}
  </time>
)
