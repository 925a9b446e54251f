import { formatDay, MINUTE_MS } from '@marquee/contract/time'
import { clockText } from '#features/programme/starts.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import type { Drag } from './drag.ts'
import { toPixels, topOf } from './geometry.ts'
import type { MovieNames } from './grid-cell.tsx'
import type { Axis } from './layout.ts'

interface Props {
  drag: Drag
  /** The rows and columns of the grid. */
  screenIds: readonly string[]
  days: readonly string[]
  axis: Axis
  movieNames: MovieNames
}

/** The show that would be put down, over the cells. It is one column wide: only its transform changes, so that the browser lays nothing out again. */
export function DraggedShow({ drag, screenIds, days, axis, movieNames }: Props) {
  const { show, screenId, day, start, isCopy } = drag
  const top = topOf(axis, screenIds.indexOf(screenId), start)
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in the row takes the focus.
    <tr
      aria-hidden="true"
      className="programme-dragged"
      style={{
        height: toPixels((show.endsAt - show.startsAt) / MINUTE_MS),
        transform: `translate(${100 * days.indexOf(day)}%, ${top}px)`,
      }}
    >
      <td className="grid">
        <span className="font-semibold">{clockText(start)}</span>
        <span className="truncate">
          {isCopy ? 'Copy of ' : ''}
          {movieNames.get(show.movieId)}
        </span>
      </td>
    </tr>
  )
}

/** The same for screen readers. */
export function dragText(
  { show, isCopy, ...to }: Drag,
  screens: WeekProgramme['screens'],
  names: MovieNames,
) {
  const screen = screens.find(({ _id }) => _id === to.screenId)?.name
  const verb = isCopy ? 'Copy' : 'Move'
  return `${verb} ${names.get(show.movieId)}: ${screen}, ${formatDay(to.day)}, ${clockText(to.start)}. Enter puts it down, Escape stops.`
}
