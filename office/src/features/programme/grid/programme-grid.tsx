import { formatDay } from '@marquee/contract/time'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PreviewShow } from '#features/programme/draft/preview-show.ts'
import { keyName } from '#ui/use-shortcuts.ts'
import { type Cursor, moveCursor, validCursor } from './cursor.ts'
import { type Drag, dragByKey, type GridPlace } from './drag.ts'
import { DraggedShow, dragText } from './dragged-show.tsx'
import { LINE_MINUTES, placeAtPoint, startAt, toPixels } from './geometry.ts'
import { CURSOR_ID } from './grid-cell.tsx'
import { GridRows, type ShownProgramme } from './grid-rows.tsx'
import { cellKey, nextStart, type PlacedShow, suggestStart } from './layout.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

interface Props extends ShownProgramme {
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
  onAdd: (place: GridPlace) => void
  onOpen: (show: PreviewShow) => void
  onRemove: (show: PreviewShow) => void
  /** Whether a show may be moved. Says why not. */
  mayMove: (show: PreviewShow) => boolean
  /** Moves or copies a show. Returns the key of the show at its new place. */
  onDrop: (show: PreviewShow, place: GridPlace, isCopy: boolean) => string | undefined
}

const NO_SHOWS: PlacedShow[] = []

/** The programme of some days: rows are screens, columns days. One tab stop: the arrow keys move the cursor. */
export function ProgrammeGrid(props: Props) {
  const { screens, days, today, layout, movieNames, timeZone, onCursor } = props
  const shown = { screens, days, today, layout, movieNames, timeZone }
  const rows = useRef<HTMLTableSectionElement>(null)
  const wantsFocus = useRef(false)
  const [drag, setDrag] = useState<Drag>()
  const places = useMemo(
    () => ({ screenIds: screens.map(({ _id }) => _id), days }),
    [screens, days],
  )
  // The same object while nothing changes: a drag draws no row again.
  const cursor = useMemo(
    () => validCursor({ ...layout, ...places }, props.cursor),
    [layout, places, props.cursor],
  )

  const showsAt = ({ screenId, day }: Pick<GridPlace, 'screenId' | 'day'>) =>
    layout.cells.get(cellKey(screenId, day)) ?? NO_SHOWS
  const findPlaced = (key: string | undefined) =>
    key === undefined
      ? undefined
      : [...layout.cells.values()].flat().find(({ show }) => show.key === key)

  // What had the focus may be gone: the grid is drawn again first.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    document.getElementById(CURSOR_ID)?.focus()
  })

  const drop = ({ show, screenId, day, start, isCopy }: Drag) => {
    setDrag(undefined)
    const key = props.onDrop(show, { screenId, day, start }, isCopy)
    onCursor({ screenId, day, showKey: key ?? show.key })
    wantsFocus.current = true
  }
  const startDrag = (placed: PlacedShow, isCopy: boolean) => {
    const { show, start } = placed
    if (!isCopy && !props.mayMove(show)) return
    setDrag({ show, isCopy, start, screenId: show.screenId, day: show.day })
  }
  const findFirstCell = () => {
    const cell = rows.current?.querySelector('[data-day]')?.getBoundingClientRect()
    return cell && { left: cell.left + scrollX, top: cell.top + scrollY, width: cell.width }
  }
  const pointerListeners = usePointerDrag({
    findMovable: (key, isCopy) => {
      const placed = findPlaced(key)
      if (!placed || (!isCopy && !props.mayMove(placed.show))) return undefined
      return placed.show
    },
    findFirstCell,
    placeAt: (first, point) => placeAtPoint({ ...layout, ...places }, first, point),
    onDrag: setDrag,
    onDrop: drop,
  })

  /** A screen reader moves the focus without keys. */
  const handleFocus = ({ target }: FocusEvent) => {
    const { screen: screenId = '', day = '' } =
      target.closest<HTMLElement>('[data-day]')?.dataset ?? {}
    const showKey = target instanceof HTMLElement ? target.dataset.show : undefined
    if (target.id !== CURSOR_ID && day !== '') onCursor({ screenId, day, showKey })
  }
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const key = event.target.closest<HTMLElement>('[data-show]')?.dataset.show
    const placed = findPlaced(key)
    if (placed) {
      onCursor({ screenId: placed.show.screenId, day: placed.show.day, showKey: key })
      props.onOpen(placed.show)
      return
    }
    // The end of a drag is a click on the grid itself.
    const cell = event.target.closest<HTMLElement>('[data-day]')
    const { screen: screenId = '', day = '' } = cell?.dataset ?? {}
    if (!cell || day < today) return
    onCursor({ screenId, day, showKey: undefined })
    const pointed = startAt(layout.axis, event.clientY - cell.getBoundingClientRect().top)
    props.onAdd({ screenId, day, start: suggestStart(showsAt({ screenId, day }), pointed) })
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
    const placed = findPlaced(from.showKey)
    const key = keyName(event)
    if (key === 'n' || (key === 'enter' && !placed)) addAt(from)
    else if (placed && (key === 'c' || key === 'm')) startDrag(placed, key === 'c')
    else if (placed && (key === 'delete' || key === 'backspace')) {
      props.onRemove(placed.show)
      wantsFocus.current = true
    } else return false
    return true
  }
  const addAt = ({ screenId, day }: Cursor) => {
    if (day >= today) props.onAdd({ screenId, day, start: nextStart(showsAt({ screenId, day })) })
  }

  return (
    <div className="panel">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a cursor is a grid (WAI-ARIA).
        role="grid"
        aria-label="Programme"
        className="programme-grid"
        style={{ '--line': `${toPixels(LINE_MINUTES)}px` }}
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
        <tbody ref={rows} className="relative block">
          <GridRows {...shown} cursor={cursor} dragged={drag?.isCopy ? undefined : drag?.show} />
          {drag && (
            <DraggedShow drag={drag} {...places} axis={layout.axis} movieNames={movieNames} />
          )}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {drag && dragText(drag, screens, movieNames)}
      </p>
    </div>
  )
}
