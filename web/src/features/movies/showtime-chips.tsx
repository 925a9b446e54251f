import { cinemaTime } from '@marquee/contract/time'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ShowtimeOption } from '#features/movies/booking-status.ts'
import { formatDay, formatSeatsLeft } from '#features/movies/showtime-labels.ts'
import { seatScreenPath } from '#lib/addresses.ts'
import { cinema } from '#lib/cinema.ts'

interface Props {
  movieId: string
  /** What the list is called, for ears. */
  label: string
  choices: ShowtimeOption[]
  now: number
  className?: string
}

const HANDFUL = 4
const CHIP =
  'grid min-h-11 shrink-0 content-center rounded border px-3 py-1.5 text-center text-sm leading-5 whitespace-nowrap tabular'

/** The first few; the keyboard need not pass by all of a week to reach the next film. */
export function ShowtimeChips({ movieId, label, choices, now, className = '' }: Props) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const hidden = choices.length - HANDFUL
  const isLong = hidden > 1

  const showAll = () => {
    flushSync(() => setAll(true))
    list.current?.querySelectorAll('a')[HANDFUL]?.focus()
  }

  return (
    <ul ref={list} aria-label={label} className={`flex gap-2 ${className}`}>
      {choices.slice(0, isLong && !all ? HANDFUL : undefined).map((choice) => (
        <li key={choice.showtime._id}>
          <Chip movieId={movieId} choice={choice} now={now} />
        </li>
      ))}
      {isLong && !all && (
        <li>
          <button
            type="button"
            onClick={showAll}
            className={`${CHIP} h-full border-transparent text-brass transition-colors hover:text-brass-bright`}
          >
            {hidden} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Chip({ movieId, choice, now }: { movieId: string; choice: ShowtimeOption; now: number }) {
  const { showtime, open } = choice
  const startsAt = Date.parse(showtime.startTime)
  // A closed one can still be looked at; and every chip of a strip that scrolls can be reached by keyboard.
  const look = open
    ? 'border-brass/35 hover:border-brass-bright hover:text-brass-bright'
    : 'border-ash/25 text-ash hover:border-ash'

  return (
    <Link
      to={seatScreenPath(movieId, showtime._id)}
      className={`${CHIP} ${look} transition-colors`}
    >
      <span>
        {formatDay(startsAt, now, cinema.timeZone)}{' '}
        <time dateTime={showtime.startTime} className="font-semibold">
          {cinemaTime(startsAt, cinema.timeZone)}
        </time>
      </span>
      <span className="text-ash">{open ? formatSeatsLeft(showtime.seatsLeft) : 'Closed'}</span>
    </Link>
  )
}
