import { isClosedOn } from '@marquee/contract/office/programme/opening-times'
import { formatDay } from '@marquee/contract/time'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Programme } from '#lib/programme.queries.ts'
import { keyName } from '#ui/use-shortcuts.ts'
import type { Block } from '../draft/block.ts'
import { clockText, snap } from '../starts.ts'
import { type Cursor, moveCursor, validCursor } from './cursor.ts'
import { type Drag, dragByKey, type GridPlace } from './drag.ts'
import { CURSOR_ID, GridCell, HOUR_PIXELS, LINE_HOURS, type MovieNames } from './grid-cell.tsx'
import { cellKey, type GridLayout, nextStart, type PlacedBlock, suggestStart } from './layout.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

interface Props {
  screens: Programme['screens']
  days: readonly string[]
  /** The current day: `2026-12-01`. Days before it cannot be changed. */
  today: string
  layout: GridLayout
  movieNames: MovieNames
  timeZone: string
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
  onAdd: (place: GridPlace) => void
  onOpen: (block: Block) => void
  onRemove: (block: Block) => void
  /** Whether a show may be moved. Says why not. */
  mayMove: (block: Block) => boolean
  /** Moves or copies a show. Returns the key of the show at its new place. */
  onDrop: (block: Block, place: GridPlace, isCopy: boolean) => string | undefined
}

const NO_BLOCKS: PlacedBlock[] = []

/** The programme of some days: rows are screens, columns days. One tab stop: the arrow keys move the cursor. */
export function ProgrammeGrid(props: Props) {
  const { screens, days, today, layout, movieNames, timeZone, onCursor } = props
  const root = useRef<HTMLTableElement>(null)
  const wantsFocus = useRef(false)
  const [drag, setDrag] = useState<Drag>()
  const places = { screenIds: screens.map(({ _id }) => _id), days }
  const cursor = validCursor({ ...layout, ...places }, props.cursor)

  const blocksAt = ({ screenId, day }: Pick<GridPlace, 'screenId' | 'day'>) =>
    layout.cells.get(cellKey(screenId, day)) ?? NO_BLOCKS
  const findPlaced = (key: string | undefined) =>
    key === undefined
      ? undefined
      : [...layout.cells.values()].flat().find(({ block }) => block.key === key)

  // What had the focus may be gone: the grid is drawn again first.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    document.getElementById(CURSOR_ID)?.focus()
  })

  const drop = ({ block, screenId, day, start, isCopy }: Drag) => {
    setDrag(undefined)
    const key = props.onDrop(block, { screenId, day, start }, isCopy)
    onCursor({ screenId, day, block: key ?? block.key })
    wantsFocus.current = true
  }
  const startDrag = (placed: PlacedBlock, isCopy: boolean) => {
    const { block, start } = placed
    if (!isCopy && !props.mayMove(block)) return
    setDrag({ block, isCopy, start, screenId: block.screenId, day: block.day })
  }
  const placeIn = (cell: HTMLElement, y: number): GridPlace => {
    const { screen: screenId = '', day = '' } = cell.dataset
    const minutes = ((y - cell.getBoundingClientRect().top) * 60) / HOUR_PIXELS
    return { screenId, day, start: snap(layout.axis.from + minutes) }
  }
  const placeAt = (x: number, y: number) => {
    const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
    return cell && root.current?.contains(cell) ? placeIn(cell, y) : undefined
  }
  const pointerListeners = usePointerDrag({
    findMovable: (key, isCopy) => {
      const placed = findPlaced(key)
      if (!placed || (!isCopy && !props.mayMove(placed.block))) return undefined
      return placed.block
    },
    placeAt,
    onDrag: setDrag,
    onDrop: drop,
  })

  /** A screen reader moves the focus without keys. */
  const handleFocus = ({ target }: FocusEvent) => {
    const { screen: screenId = '', day = '' } =
      target.closest<HTMLElement>('[data-day]')?.dataset ?? {}
    const block = target instanceof HTMLElement ? target.dataset.block : undefined
    if (target.id !== CURSOR_ID && day !== '') onCursor({ screenId, day, block })
  }
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const key = event.target.closest<HTMLElement>('[data-block]')?.dataset.block
    const placed = findPlaced(key)
    if (placed) {
      onCursor({ screenId: placed.block.screenId, day: placed.block.day, block: key })
      props.onOpen(placed.block)
      return
    }
    // The end of a drag is a click on the grid itself.
    const cell = event.target.closest<HTMLElement>('[data-day]')
    const place = cell && placeIn(cell, event.clientY)
    if (!place || place.day < today) return
    onCursor({ screenId: place.screenId, day: place.day, block: undefined })
    props.onAdd({ ...place, start: suggestStart(blocksAt(place), place.start) })
  }

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !cursor) return
    const isHandled = drag ? handleDragKey(event, drag) : handleCursorKey(event, cursor)
    if (isHandled) event.preventDefault()
  }
  const handleDragKey = (event: KeyboardEvent, dragged: Drag) => {
    const next = dragByKey(dragged, event, places)
    if (next) setDrag(next)
    else if (event.key === 'Enter') drop(dragged)
    else if (event.key === 'Escape') setDrag(undefined)
    else return false
    return true
  }
  const handleCursorKey = (event: KeyboardEvent, from: Cursor) => {
    const next = moveCursor({ ...layout, ...places }, from, event.key)
    if (next) {
      onCursor(next)
      wantsFocus.current = true
      return true
    }
    const placed = findPlaced(from.block)
    const key = keyName(event)
    if (key === 'n' || (key === 'enter' && !placed)) addAt(from)
    else if (placed && (key === 'c' || key === 'm')) startDrag(placed, key === 'c')
    else if (placed && (key === 'delete' || key === 'backspace')) {
      props.onRemove(placed.block)
      wantsFocus.current = true
    } else return false
    return true
  }
  const addAt = ({ screenId, day }: Cursor) => {
    if (day >= today) props.onAdd({ screenId, day, start: nextStart(blocksAt({ screenId, day })) })
  }

  const cursorIn = (screenId: string, day: string) =>
    cursor?.screenId === screenId && cursor.day === day ? (cursor.block ?? 'free') : undefined
  const draggedIn = (screenId: string, day: string) =>
    drag?.block.screenId === screenId && drag.block.day === day && !drag.isCopy
      ? drag.block.key
      : undefined
  const height = ((layout.axis.to - layout.axis.from) * HOUR_PIXELS) / 60
  return (
    <div className="panel">
      <table
        ref={root}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a cursor is a grid (WAI-ARIA).
        role="grid"
        aria-label="Programme"
        className="programme-grid"
        style={{ '--line': `${LINE_HOURS * HOUR_PIXELS}px` }}
        onFocus={handleFocus}
        onClick={handleClick}
        onKeyDown={handleKey}
        {...pointerListeners}
      >
        <thead className="programme-head">
          <tr className="programme-row">
            <th scope="col">
              <span className="sr-only">Screen</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                {formatDay(day).slice(0, -5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block">
          {screens.map((screen) => (
            <tr
              key={screen._id}
              className="programme-row programme-screen"
              style={{ '--height': `${height}px` }}
            >
              <th scope="row" className="programme-rowheader">
                <span className="font-semibold">{screen.name}</span>
                <Hours {...layout.axis} />
              </th>
              {days.map((day) => (
                <GridCell
                  key={day}
                  name={`${screen.name}, ${formatDay(day)}`}
                  screenId={screen._id}
                  day={day}
                  blocks={blocksAt({ screenId: screen._id, day })}
                  axis={layout.axis}
                  movieNames={movieNames}
                  timeZone={timeZone}
                  isPast={day < today}
                  isClosed={isClosedOn(screen.closed, day)}
                  cursor={cursorIn(screen._id, day)}
                  draggedKey={draggedIn(screen._id, day)}
                  target={drag?.screenId === screen._id && drag.day === day ? drag : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {drag && dragText(drag, screens, movieNames)}
      </p>
    </div>
  )
}

/** The name of a screen, in two lines, covers so many minutes. */
const NAME_MINUTES = 90

/** The hours beside a row, where the lines are. */
function Hours({ from, to }: GridLayout['axis']) {
  const hours = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60)
  return (
    <span aria-hidden="true" className="programme-hours">
      {hours
        .filter((minutes) => minutes % (LINE_HOURS * 60) === 0 && minutes >= from + NAME_MINUTES)
        .map((minutes) => (
          <span key={minutes} style={{ top: ((minutes - from) * HOUR_PIXELS) / 60 }}>
            {clockText(minutes).replace(':00', '')}
          </span>
        ))}
    </span>
  )
}

function dragText({ block, isCopy, ...to }: Drag, screens: Props['screens'], names: MovieNames) {
  const screen = screens.find(({ _id }) => _id === to.screenId)?.name
  const verb = isCopy ? 'Copy' : 'Move'
  return `${verb} ${names.get(block.movieId)}: ${screen}, ${formatDay(to.day)}, ${clockText(to.start)}. Enter puts it down, Escape stops.`
}
