import type { Show } from '@marquee/contract/office/shows/shows'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo, useEffect, useRef } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { Key } from '#ui/key.tsx'
import { ShowLink } from './show-link.tsx'
import { type ShowState, showState } from './show-state.ts'
import type { Timeline } from './timeline.ts'

const percent = (part: number) => `${100 * part}%`

interface Props {
  timeline: Timeline
  /** The shows that a key opens: the first one has the key 1. */
  keyShows: Show[]
  /** Epoch milliseconds. */
  now: number
}

/** The shows of wide windows: one row per screen. Where they are wider than the window, the current time is in view at first, and the screens always. */
export function TimelineView({ timeline, keyShows, now }: Props) {
  const region = useScrollTo(timeline.now)
  return (
    <section ref={region} aria-label="Shows by screen" className="panel overflow-x-auto">
      <div className="min-w-[70rem] pe-4">
        <div aria-hidden="true" className="flex">
          <span className="sticky left-0 z-1 w-28 shrink-0 bg-velvet" />
          <div className="relative h-9 flex-1">
            {timeline.hours.map(({ at, label }) => (
              <span
                key={label}
                className="absolute top-2 border-s border-rule ps-1.5 text-sm text-ash"
                style={{ left: percent(at) }}
              >
                {label}
              </span>
            ))}
          </div>
        </div>
        {timeline.rows.map(({ screen, shows }) => (
          <section key={screen._id} aria-label={screen.name} className="flex border-t border-rule">
            <h2 className="sticky left-0 z-1 w-28 shrink-0 bg-velvet px-4 py-3 text-sm">
              {screen.name}
            </h2>
            <div className="relative h-30 flex-1">
              {timeline.hours.map(({ at, label }) => (
                <span
                  key={label}
                  aria-hidden="true"
                  className="absolute inset-y-0 border-s border-rule/60"
                  style={{ left: percent(at) }}
                />
              ))}
              {shows.map(({ show, start, width }) => (
                <div
                  key={show._id}
                  className="absolute inset-y-1.5 pe-0.5"
                  style={{ left: percent(start), width: percent(width) }}
                >
                  <TimelineShow
                    show={show}
                    state={showState(show, now)}
                    number={keyShows.indexOf(show) + 1}
                  />
                </div>
              ))}
              {timeline.now !== undefined && (
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-px bg-danger"
                  style={{ left: percent(timeline.now) }}
                />
              )}
            </div>
          </section>
        ))}
      </div>
    </section>
  )
}

/** Returns the ref of a region that is scrolled once, so that a part of its width, 0 to 1, is in the middle. */
function useScrollTo(part: number | undefined) {
  const region = useRef<HTMLElement>(null)
  const isScrolled = useRef(false)
  useEffect(() => {
    const { current } = region
    if (!current || isScrolled.current || part === undefined) return
    isScrolled.current = true
    current.scrollLeft = part * current.scrollWidth - current.clientWidth / 2
  }, [part])
  return region
}

const STYLES: Record<ShowState, string> = {
  coming: 'border-ash/50 bg-velvet',
  running: 'border-ivory bg-velvet shadow-raised',
  over: 'border-rule bg-ink text-ash',
  cancelled: 'border-dashed border-ash/50 bg-ink text-ash',
}

interface TimelineShowProps {
  show: Show
  state: ShowState
  /** The key that opens it. 0: none. */
  number: number
}

/** One show of the timeline: what is sold fills the bar at its bottom. Not drawn again while its show stays the same (7 % → 0.7 % of frames dropped). */
const TimelineShow = memo(function TimelineShow({ show, state, number }: TimelineShowProps) {
  const timeZone = useTimeZone()
  const { movie, seats, admitted } = show
  return (
    <ShowLink
      show={show}
      className={`relative flex h-full flex-col overflow-hidden rounded border px-1.5 pt-1 text-sm leading-tight ${STYLES[state]}`}
    >
      <span className="flex items-start gap-1 font-semibold">
        {show.attention.length > 0 && (
          <TriangleAlert aria-label="Needs attention" className="size-4 shrink-0 text-wait" />
        )}
        <span className={`line-clamp-2 ${state === 'cancelled' ? 'line-through' : ''}`}>
          {movie.name}
        </span>
      </span>
      <span className="flex justify-between gap-1 text-ash">
        <time dateTime={show.startTime} className="truncate">
          {timeOf(show.startTime, timeZone)}
        </time>
        {number > 0 && <Key>{String(number)}</Key>}
      </span>
      {state === 'cancelled' ? (
        <span className="truncate text-danger">Cancelled</span>
      ) : (
        <>
          <span className="tabular truncate">
            {seats.sold}/{seats.capacity}
          </span>
          <span className="tabular truncate text-ash">{admitted} in</span>
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1.5 bg-ash/20">
            <span
              className="block h-full bg-ash"
              style={{ width: `${(100 * seats.sold) / Math.max(seats.capacity, 1)}%` }}
            />
          </span>
        </>
      )}
    </ShowLink>
  )
})
