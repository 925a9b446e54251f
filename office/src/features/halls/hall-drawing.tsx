import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import type { AccessType } from '@marquee/contract/seats/seats'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type Brush,
  countHallColumns,
  type DrawnSeat,
  drawLine,
  drawnSeats,
  type HallCell,
} from './drawing.ts'
import { type HallRow, range } from './hall-row.ts'
import type { EditedHall } from './use-hall.ts'
import './hall-drawing.css'

/** What a click changes: seats and aisles, or one kind of accessible place. */
export type Pen = 'seat' | AccessType

/** Free columns on both sides, to make rows longer. */
const ROOM = 3

interface Props {
  hall: EditedHall
  pen: Pen
  /** The index of the row whose fields are shown. */
  selected: number
  onSelect: (row: number) => void
}

/** A line that is drawn with the pointer or Shift pressed. */
interface Line extends HallCell {
  brush: Brush
  step: string
}

/** The columns of all rows. One tab stop: arrow keys move, Enter or Space draws, a pressed pointer and Shift with arrow keys draw a line. */
export function HallDrawing({ hall, pen, selected, onSelect }: Props) {
  const { rows, changeRows } = hall
  const columns = countHallColumns(rows)
  // Columns do not move under a pointer that draws.
  const [fixedWidth, setFixedWidth] = useState<number>()
  const width = Math.max(fixedWidth ?? 0, columns + 2 * ROOM)
  const room = Math.floor((width - columns) / 2)
  // Counted from the middle: the hall grows on both sides.
  const [fromMiddle, setFromMiddle] = useState(0)
  const middle = (columns + 1) / 2
  const line = useRef<Line>(undefined)
  const lines = useRef(0)
  const table = useRef<HTMLTableElement>(null)
  const active = {
    row: Math.min(selected, rows.length - 1),
    column: Math.max(1 - room, Math.min(Math.floor(fromMiddle + middle), columns + room)),
  }

  const draw = ({ brush, step, ...last }: Line, cells: readonly HallCell[] = [last]) =>
    changeRows((before) => drawLine(before, cells, brush).rows, step)
  const startLine = ({ row, column }: HallCell): Line => {
    lines.current += 1
    const seat = drawnSeats(rows[row] as HallRow, columns).get(column)
    return { row, column, brush: brushFor(pen, seat), step: `line ${lines.current}` }
  }
  const moveTo = ({ row, column }: HallCell) => {
    onSelect(row)
    setFromMiddle(column - middle)
  }
  const endLine = () => {
    line.current = undefined
    setFixedWidth(undefined)
  }

  const handlePointerDown = (event: PointerEvent) => {
    const at = cellOf(event.target)
    if (!at || event.button !== 0) return
    setFixedWidth(width)
    moveTo(at)
    line.current = startLine(at)
    draw(line.current)
  }
  // A quick pointer leaves columns out: they are drawn too.
  const handlePointerOver = (event: PointerEvent) => {
    const at = cellOf(event.target)
    if (line.current && event.buttons !== 1) endLine()
    if (!at || !line.current) return
    const from = line.current.row === at.row ? line.current.column : at.column
    line.current = { ...line.current, ...at }
    const passed = range(from, at.column).map((column) => ({ row: at.row, column }))
    draw(line.current, passed)
    moveTo(at)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      drawByKey(startLine(active), [active])
      return
    }
    const next = targetOf(event.key, active, {
      rows: rows.length,
      first: 1 - room,
      last: columns + room,
    })
    if (!next) return
    event.preventDefault()
    if (event.shiftKey) drawTo(next)
    else {
      endLine()
      moveTo(next)
    }
  }
  const drawTo = (next: HallCell) => {
    const cells = line.current ? [next] : [active, next]
    if (!line.current) setFixedWidth(width)
    line.current = { ...(line.current ?? startLine(active)), ...next }
    drawByKey(line.current, cells)
  }
  /** The cursor stays on the last cell when the hall grows and its columns get other numbers. */
  const drawByKey = ({ brush, step, row, column }: Line, cells: readonly HallCell[]) => {
    const drawn = drawLine(rows, cells, brush)
    changeRows(() => drawn.rows, step)
    onSelect(row)
    setFromMiddle(column + drawn.shift - (countHallColumns(drawn.rows) + 1) / 2)
  }
  // The focus follows the cursor.
  useLayoutEffect(() => {
    const isInside = table.current?.contains(document.activeElement) ?? false
    if (isInside)
      table.current
        ?.querySelector<HTMLElement>(`[data-at="${active.row} ${active.column}"]`)
        ?.focus()
  })
  return (
    <div className="hall-drawing" dir="ltr">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table with focusable cells
        role="grid"
        aria-label="Drawing of the hall"
        onPointerDown={handlePointerDown}
        onPointerOver={handlePointerOver}
        onPointerUp={endLine}
        onKeyDown={handleKeyDown}
        onKeyUp={({ key }) => key === 'Shift' && endLine()}
      >
        <tbody>
          {rows.map((row, index) => (
            <DrawnRow
              key={row.row}
              row={row}
              index={index}
              columns={columns}
              room={room}
              active={index === active.row ? active.column : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A click on what is there already takes it away. */
function brushFor(pen: Pen, seat: DrawnSeat | undefined): Brush {
  if (pen === 'seat') return seat ? 'aisle' : 'seat'
  return seat?.access === pen ? 'seat' : pen
}

function cellOf(target: EventTarget | null): HallCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  const [row, column] = cell?.dataset.at?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** Where a key moves the focus. */
function targetOf(
  key: string,
  { row, column }: HallCell,
  { rows, first, last }: { rows: number; first: number; last: number },
): HallCell | undefined {
  const targets: Record<string, HallCell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row, column: first },
    End: { row, column: last },
  }
  const next = targets[key]
  const isInside =
    next && next.row >= 0 && next.row < rows && next.column >= first && next.column <= last
  return isInside ? next : undefined
}

interface RowProps {
  row: HallRow
  index: number
  columns: number
  /** Free columns on each side. */
  room: number
  /** The column that has the focus, in the selected row. */
  active: number | undefined
}

/** A hall can have thousands of seats, so a row only renders again if it changes. */
const DrawnRow = memo(function DrawnRow({ row, index, columns, room, active }: RowProps) {
  const seats = drawnSeats(row, columns)
  const tier = seatTier(row.category)
  return (
    <tr data-selected={active !== undefined || undefined}>
      <th scope="row">{row.row}</th>
      {range(1 - room, columns + room).map((column) => {
        const seat = seats.get(column)
        return (
          <td
            key={column}
            data-at={`${index} ${column}`}
            data-tier={seat && tier}
            data-access={seat?.access}
            aria-label={cellLabel(row, column + room, seat)}
            tabIndex={column === active ? 0 : -1}
          >
            {seat?.number}
          </td>
        )
      })}
    </tr>
  )
})

/** `Row A, position 3: seat 2, wheelchair place` */
function cellLabel({ row }: HallRow, position: number, seat: DrawnSeat | undefined) {
  const access = seat?.access && `, ${ACCESS_NAMES[seat.access]}`
  return `Row ${row}, position ${position}: ${seat ? `seat ${seat.number}${access ?? ''}` : 'empty'}`
}
