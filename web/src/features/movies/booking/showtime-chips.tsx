import { formatTime } from '@marquee/contract/time'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { seatScreenPath } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import type { ShowtimeOption } from './booking-status.ts'
import { formatSeatsLeft, formatShortNearDate } from './showtime-labels.ts'

interface Props {
  movieId: string
  /** The accessible name of the list. */
  label: string
  options: ShowtimeOption[]
  now: number
  className?: string
}

const VISIBLE_COUNT = 4
const CHIP =
  'grid min-h-11 shrink-0 content-center rounded border px-3 py-1.5 text-center text-sm leading-5 tabular'

/** Shows the first showtimes. A button shows the others, so that keyboard users do not pass them all. */
export function ShowtimeChips({ movieId, label, options, now, className = '' }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const hiddenCount = options.length - VISIBLE_COUNT
  const isCollapsible = hiddenCount > 1

  const showAll = () => {
    flushSync(() => setShowsAll(true))
    list.current?.querySelectorAll('a')[VISIBLE_COUNT]?.focus()
  }

  return (
    <ul ref={list} aria-label={label} className={`flex gap-2 ${className}`}>
      {options.slice(0, isCollapsible && !showsAll ? VISIBLE_COUNT : undefined).map((option) => (
        <li key={option.showtime._id}>
          <Chip movieId={movieId} option={option} now={now} />
        </li>
      ))}
      {isCollapsible && !showsAll && (
        <li>
          <button
            type="button"
            onClick={showAll}
            className={`${CHIP} h-full border-transparent text-brass transition-colors hover:text-brass-bright`}
          >
            {hiddenCount} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Chip({ movieId, option, now }: { movieId: string; option: ShowtimeOption; now: number }) {
  const { showtime, open } = option
  const startsAt = Date.parse(showtime.startTime)
  // Closed showtimes are links too: their seat map can be viewed.
  const colors = open
    ? 'border-brass/35 hover:border-brass-bright hover:text-brass-bright'
    : 'border-ash/25 text-ash hover:border-ash'

  return (
    <Link
      to={seatScreenPath(movieId, showtime._id)}
      className={`${CHIP} ${colors} transition-colors`}
    >
      <span>
        {formatShortNearDate(startsAt, now, siteSettings.timeZone)},{' '}
        <time dateTime={showtime.startTime} className="font-semibold">
          {formatTime(startsAt, siteSettings.timeZone)}
        </time>
      </span>
      <span className="text-ash">{open ? formatSeatsLeft(showtime.seatsLeft) : 'Closed'}</span>
    </Link>
  )
}
