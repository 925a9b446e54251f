import { isClosedOn } from '@marquee/contract/office/programme/closed-days'
import { formatDay } from '@marquee/contract/time'
import { afterPaint } from '@marquee/ui-kit/lib/after-paint.ts'
import { memo, startTransition, useEffect, useState } from 'react'
import type { PreviewShow } from '#features/programme/draft/preview-show.ts'
import { clockText } from '#features/programme/starts.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import type { Cursor } from './cursor.ts'
import { LINE_MINUTES, rowHeight, toPixels } from './geometry.ts'
import { GridCell, type MovieNames } from './grid-cell.tsx'
import { type Axis, cellKey, type GridLayout, type PlacedShow } from './layout.ts'

/** The programme of some days, as the grid and the list of a day show it. */
export interface ShownProgramme {
  screens: WeekProgramme['screens']
  days: readonly string[]
  /** The current day: `2026-12-01`. Days before it cannot be changed. */
  today: string
  layout: GridLayout
  movieNames: MovieNames
  timeZone: string
}

interface Props extends ShownProgramme {
  cursor: Cursor | undefined
  /** The show that is being moved away. */
  dragged: PreviewShow | undefined
}

const NO_SHOWS: PlacedShow[] = []

/** Pixels of the page above the rows, at least. */
const ABOVE_ROWS = 150

/**
 * The rows of the screens. The first rows, as many as fit into the window, are drawn at once. All others are empty at first, and follow after the first
 * paint, in a render that React interrupts for what staff does. A drag draws none of them again.
 */
export const GridRows = memo(function GridRows(props: Props) {
  const { screens, days, layout, cursor, dragged } = props
  const height = rowHeight(layout.axis)
  const isPainted = useIsPainted()
  return screens.map((screen, row) => {
    const hasCursor = cursor?.screenId === screen._id
    const isFirst = ABOVE_ROWS + row * height < innerHeight
    const isDrawn = isPainted || hasCursor || isFirst
    return (
      <tr
        key={screen._id}
        className="programme-row programme-screen"
        data-below={(isPainted && !isFirst) || undefined}
        style={{ '--height': `${height}px` }}
      >
        {isDrawn && (
          <th scope="row" className="programme-rowheader">
            <span className="font-semibold">{screen.name}</span>
            <Hours {...layout.axis} />
          </th>
        )}
        {isDrawn &&
          days.map((day) => {
            const isFrom = dragged?.screenId === screen._id && dragged.day === day
            return (
              <GridCell
                key={day}
                name={`${screen.name}, ${formatDay(day)}`}
                screenId={screen._id}
                day={day}
                shows={layout.cells.get(cellKey(screen._id, day)) ?? NO_SHOWS}
                axis={layout.axis}
                movieNames={props.movieNames}
                timeZone={props.timeZone}
                isPast={day < props.today}
                isClosed={isClosedOn(screen.closed, day)}
                cursor={hasCursor && cursor.day === day ? (cursor.showKey ?? 'free') : undefined}
                draggedKey={isFrom ? dragged.key : undefined}
              />
            )
          })}
      </tr>
    )
  })
})

/** False in the first render, true in another one after it was painted. */
function useIsPainted() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}

/** The name of a screen, in two lines, covers so many minutes. */
const NAME_MINUTES = 90

/** The hours beside a row, where the lines are. */
function Hours({ from, to }: Axis) {
  const hours = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60)
  return (
    <span aria-hidden="true" className="programme-hours">
      {hours
        .filter((minutes) => minutes % LINE_MINUTES === 0 && minutes >= from + NAME_MINUTES)
        .map((minutes) => (
          <span key={minutes} style={{ top: toPixels(minutes - from) }}>
            {clockText(minutes).replace(':00', '')}
          </span>
        ))}
    </span>
  )
}
