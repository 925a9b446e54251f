import { countOf } from '@marquee/contract/text/count'
import { formatTime, MINUTE_MS } from '@marquee/contract/time'
import Repeat from 'lucide-react/icons/repeat'
import { memo } from 'react'
import { CHANGE_STATE_NAMES } from '#features/programme/draft/preview-show.ts'
import { LINE_MINUTES, rowHeight, toPixels } from './geometry.ts'
import { type Axis, isSamePlacement, type PlacedShow } from './layout.ts'

const LINE_PIXELS = 16
const BORDERS = 2

/** The id of what has the cursor: the focus returns to it when a dialog closes. */
export const CURSOR_ID = 'programme-cursor'

export type MovieNames = ReadonlyMap<string, string>

interface Props {
  /** `Screen 1, Tue, 1 Dec 2026` */
  name: string
  screenId: string
  day: string
  shows: readonly PlacedShow[]
  axis: Axis
  movieNames: MovieNames
  timeZone: string
  isPast: boolean
  /** The screen shows nothing on the day. */
  isClosed: boolean
  /** Where the cursor is in this cell: the key of a show, or the free time. */
  cursor: string | 'free' | undefined
  /** The key of a show of this cell that is being moved away. */
  draggedKey: string | undefined
}

/** One screen on one day. The grid handles all events. Drawn again only if its shows or the cursor in it change. */
export const GridCell = memo(function GridCell(props: Props) {
  const { name, screenId, day, shows, axis, isPast, isClosed, cursor } = props
  const state = isClosed ? 'closed' : shows.length === 0 ? 'no shows' : undefined
  const isCursor = cursor === 'free'
  return (
    <td
      data-screen={screenId}
      data-day={day}
      data-past={isPast || undefined}
      data-closed={isClosed || undefined}
      className="programme-cell"
      style={{
        height: rowHeight(axis),
        backgroundPositionY: -toPixels(axis.from % LINE_MINUTES),
      }}
    >
      <button
        type="button"
        id={isCursor ? CURSOR_ID : undefined}
        tabIndex={isCursor ? 0 : -1}
        aria-label={`Add a show: ${name}, ${state ?? countOf(shows.length, 'show')}`}
        aria-disabled={isPast || undefined}
        className="programme-free"
      >
        {isClosed && <span aria-hidden="true">Closed</span>}
      </button>
      {shows.map((placed) => (
        <ShowButton key={placed.show.key} placed={placed} {...props} />
      ))}
    </td>
  )
}, isSameCell)

function isSameCell(last: Readonly<Props>, next: Readonly<Props>) {
  return (Object.keys(next) as (keyof Props)[]).every((name) =>
    name === 'shows' ? isSamePlacement(last.shows, next.shows) : last[name] === next[name],
  )
}

interface ShowButtonProps extends Omit<Props, 'name' | 'shows'> {
  placed: PlacedShow
}

function ShowButton({ placed, axis, movieNames, timeZone, cursor, draggedKey }: ShowButtonProps) {
  const { show, start, length, cleaningMinutes, lane, lanes, isTight } = placed
  const { key, state, rule } = show
  const isCursor = cursor === key
  const height = toPixels(length)
  const lines = Math.floor((height - BORDERS) / LINE_PIXELS)
  const texts = textsOf(placed, movieNames, timeZone)
  return (
    <button
      type="button"
      id={isCursor ? CURSOR_ID : undefined}
      tabIndex={isCursor ? 0 : -1}
      aria-label={texts.label}
      title={texts.label}
      data-show={key}
      data-state={state}
      data-tight={isTight || undefined}
      data-dragged={draggedKey === key || undefined}
      className="programme-show"
      style={{
        top: toPixels(start - axis.from),
        height: height + toPixels(cleaningMinutes),
        left: `${(100 * lane) / lanes}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <span className="programme-movie" style={{ height }}>
        <span className="truncate font-semibold">{texts.movie}</span>{' '}
        {lines > 1 && <span className="truncate">{texts.times}</span>}{' '}
        {lines > 2 && (
          <span className="flex items-center gap-1">
            {rule && <Repeat aria-hidden="true" className="size-3.5 shrink-0" />}
            <span className="truncate">{texts.note}</span>
          </span>
        )}
      </span>
    </button>
  )
}

/** The texts of a show. The label begins with what is visible, so that it can be spoken to choose the show. */
function textsOf(placed: PlacedShow, movieNames: MovieNames, timeZone: string) {
  const { show, cleaningMinutes, isTight } = placed
  const { existing, startsAt, endsAt, rule, state } = show
  const time = (instant: number) => formatTime(instant, timeZone)
  const movie = movieNames.get(show.movieId) ?? 'Unknown movie'
  // The hours beside the row say which half of the day it is.
  const times = `${time(startsAt).slice(0, -3)}–${time(endsAt).slice(0, -3)}`
  const sales = existing && `${existing.sold}/${existing.capacity}`
  const note = CHANGE_STATE_NAMES[state] ?? sales ?? 'Daily'
  const label = [
    movie,
    times,
    note,
    note !== sales && sales,
    `starts ${time(startsAt)}`,
    cleaningMinutes > 0 && `clean at ${time(endsAt + cleaningMinutes * MINUTE_MS)}`,
    rule && 'daily',
    isTight && 'no time for cleaning before it',
  ]
  return { movie, times, note, label: label.filter((text) => text).join(', ') }
}
