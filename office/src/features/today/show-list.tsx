import type { Show } from '@marquee/contract/office/shows/shows'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { ShowLink } from './show-link.tsx'
import { type ShowState, showState } from './show-state.ts'

interface Props {
  shows: Show[]
  /** Epoch milliseconds. */
  now: number
}

/** The shows of narrow windows, by start. */
export function ShowList({ shows, now }: Props) {
  return (
    <ul className="grid gap-2">
      {shows.map((show) => (
        <li key={show._id}>
          <ShowRow show={show} state={showState(show, now)} />
        </li>
      ))}
    </ul>
  )
}

const SHOW_STATE_NAMES = {
  coming: undefined,
  running: 'Running',
  over: 'Over',
  cancelled: undefined,
} as const

const QUIET: ShowState[] = ['over', 'cancelled']

/** Not drawn again while its show stays the same. */
const ShowRow = memo(function ShowRow({ show, state }: { show: Show; state: ShowState }) {
  const timeZone = useTimeZone()
  const { movie, screen, seats, admitted, startTime } = show
  return (
    <ShowLink
      show={show}
      className={`panel grid grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2.5 ${QUIET.includes(state) ? 'text-ash' : ''}`}
    >
      <time dateTime={startTime} className="font-semibold">
        {timeOf(startTime, timeZone)}
      </time>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          {show.attention.length > 0 && (
            <TriangleAlert aria-label="Needs attention" className="size-4 shrink-0 text-wait" />
          )}
          <span className={`truncate ${state === 'cancelled' ? 'line-through' : ''}`}>
            {movie.name}
          </span>
        </span>
        <span className="block truncate text-sm text-ash">
          {[screen.name, SHOW_STATE_NAMES[state]].filter(Boolean).join(' · ')}
        </span>
      </span>
      {state === 'cancelled' ? (
        <span className="font-semibold text-danger">Cancelled</span>
      ) : (
        <span className="tabular text-end leading-tight">
          {seats.sold}/{seats.capacity}
          <span className="block text-sm text-ash">{admitted} in</span>
        </span>
      )}
    </ShowLink>
  )
})
