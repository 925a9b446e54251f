import { ACCESS_NAMES, type AccessType, seatTier } from '@marquee/contract/seats/seats'
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import { type Brush, type DrawnSeat, drawAt, drawnSeats, hallWidth } from './drawing.ts'
import type { HallRow } from './hall-row.ts'
import type { EditedHall } from './use-hall.ts'
import './hall-drawing.css'

/** What a click changes: seats and gaps, or one kind of accessible place. */
export type Pen = 'seat' | AccessType

/** Free positions on the right, to make rows longer. */
const ROOM = 3

interface Props {
  hall: EditedHall
  pen: Pen
  /** The index of the row whose fields are shown. */
  selected: number
  onSelect: (row: number) => void
}

interface Position {
  row: number
  position: number
}

/** A line that is drawn with the pointer pressed. */
interface Line extends Position {
  brush: Brush
  step: string
}

/** The positions of all rows. One tab stop: arrow keys move, Enter or Space draws, a pressed pointer draws a line. */
export function HallDrawing({ hall, pen, selected, onSelect }: Props) {
  const { rows, changeRows } = hall
  const width = hallWidth(rows)
  const columns = width + ROOM
  const [column, setColumn] = useState(1)
  const line = useRef<Line>(undefined)
  const lines = useRef(0)
  const table = useRef<HTMLTableElement>(null)
  const active = {
    row: Math.min(selected, rows.length - 1),
    position: Math.min(column, columns),
  }

  const draw = ({ row, position, brush, step }: Line) =>
    changeRows(
      (before) =>
        before.with(
          row,
          drawAt(before[row] as HallRow, { position, width: hallWidth(before), brush }),
        ),
      step,
    )
  const startLine = ({ row, position }: Position): Line => {
    lines.current += 1
    const seat = drawnSeats(rows[row] as HallRow, width).get(position)
    return { row, position, brush: brushFor(pen, seat), step: `line ${lines.current}` }
  }
  const moveTo = ({ row, position }: Position) => {
    onSelect(row)
    setColumn(position)
  }

  const handlePointerDown = (event: PointerEvent) => {
    const at = positionOf(event.target)
    if (!at || event.button !== 0) return
    moveTo(at)
    line.current = startLine(at)
    draw(line.current)
  }
  // A quick pointer leaves positions out: they are drawn too.
  const handlePointerOver = (event: PointerEvent) => {
    const at = positionOf(event.target)
    if (event.buttons !== 1) line.current = undefined
    if (!at || !line.current) return
    const from = line.current.row === at.row ? line.current.position : at.position
    const step = Math.sign(at.position - from)
    for (let position = from; position !== at.position; position += step)
      draw({ ...line.current, row: at.row, position })
    line.current = { ...line.current, ...at }
    draw(line.current)
    moveTo(at)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      draw(startLine(active))
      return
    }
    const next = targetOf(event.key, active, { rows: rows.length, columns })
    if (!next) return
    event.preventDefault()
    moveTo(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.position}"]`)?.focus()
  }
  return (
    <div className="hall-drawing" dir="ltr">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table with focusable cells
        role="grid"
        aria-label="Drawing of the hall"
        onPointerDown={handlePointerDown}
        onPointerOver={handlePointerOver}
        onKeyDown={handleKeyDown}
      >
        <tbody>
          {rows.map((row, index) => (
            <DrawnRow
              key={row.row}
              row={row}
              index={index}
              width={width}
              columns={columns}
              active={index === active.row ? active.position : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A click on what is there already takes it away. */
function brushFor(pen: Pen, seat: DrawnSeat | undefined): Brush {
  if (pen === 'seat') return seat ? 'gap' : 'seat'
  return seat?.access === pen ? 'seat' : pen
}

function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  const [row, position] = cell?.dataset.at?.split(' ').map(Number) ?? []
  return row === undefined || position === undefined ? undefined : { row, position }
}

/** Where a key moves the focus. */
function targetOf(
  key: string,
  { row, position }: Position,
  { rows, columns }: { rows: number; columns: number },
): Position | undefined {
  const targets: Record<string, Position> = {
    ArrowLeft: { row, position: position - 1 },
    ArrowRight: { row, position: position + 1 },
    ArrowUp: { row: row - 1, position },
    ArrowDown: { row: row + 1, position },
    Home: { row, position: 1 },
    End: { row, position: columns },
  }
  const next = targets[key]
  const isInside =
    next && next.row >= 0 && next.row < rows && next.position >= 1 && next.position <= columns
  return isInside ? next : undefined
}

interface RowProps {
  row: HallRow
  index: number
  width: number
  columns: number
  /** The position that has the focus, in the selected row. */
  active: number | undefined
}

/** A hall can have thousands of positions, so a row only renders again if it changes. */
const DrawnRow = memo(function DrawnRow({ row, index, width, columns, active }: RowProps) {
  const seats = drawnSeats(row, width)
  const tier = seatTier(row.category)
  return (
    <tr data-selected={active !== undefined || undefined}>
      <th scope="row">{row.row}</th>
      {Array.from({ length: columns }, (_, column) => column + 1).map((position) => {
        const seat = seats.get(position)
        return (
          <td
            key={position}
            data-at={`${index} ${position}`}
            data-tier={seat && tier}
            data-access={seat?.access}
            aria-label={cellLabel(row, position, seat)}
            tabIndex={position === active ? 0 : -1}
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
