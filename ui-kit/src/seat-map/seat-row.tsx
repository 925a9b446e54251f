import type { RowLayout } from '@marquee/contract/seats/seat-rows'
import { Fragment, memo } from 'react'
import type { MapSeat, SeatView } from './map-seat.ts'
import { SeatButton } from './seat-button.tsx'

interface Props<S extends MapSeat> {
  row: RowLayout<S>
  /** False: the row is empty, but takes its space. */
  isRendered: boolean
  view: SeatView<S>
  tabStop: string | undefined
}

function Row<S extends MapSeat>({ row, isRendered, view, tabStop }: Props<S>) {
  if (!isRendered) return <tr className="seat-row" />
  return (
    <tr className="seat-row">
      <Space cells={row.left + row.right} />
      <th scope="row" className="seat-letters" style={{ '--offset': row.left }}>
        {row.letters}
      </th>
      {row.blocks.map((block, index) => (
        <Fragment key={block[0]?.seat._id}>
          <Space cells={gapBefore(row, index)} />
          {block.map(({ seat, offset }) => (
            <SeatButton
              key={seat._id}
              seat={seat}
              offset={offset}
              appearance={view.appearanceOf(seat)}
              state={view.stateOf(seat)}
              isInactive={view.isInactive(seat)}
              isTabStop={seat._id === tabStop}
            />
          ))}
        </Fragment>
      ))}
      <td aria-hidden="true" className="seat-letters" style={{ '--offset': row.right }}>
        {row.letters}
      </td>
      <Space cells={-row.left - row.right} />
    </tr>
  )
}

/** Cells between a block of seats and the one before it. */
function gapBefore({ blocks }: RowLayout<MapSeat>, index: number) {
  const [seat] = blocks[index] ?? []
  const before = blocks[index - 1]?.at(-1)
  return seat && before ? seat.offset - before.offset - 1 : 0
}

/** An aisle or gap, or what is free beside a row that is not in the middle. Rows are centred otherwise. */
const Space = ({ cells }: { cells: number }) =>
  cells > 0 && <td aria-hidden="true" className="seat-aisle" style={{ '--space': cells }} />

/** The layout follows from the seats alone. A push keeps the objects of unchanged seats, so they compare by identity. */
function isSameRow<S extends MapSeat>(before: Props<S>, after: Props<S>) {
  const isSameSeat = (seat: S, index: number) =>
    seat === before.row.seats[index] &&
    before.view.appearanceOf(seat) === after.view.appearanceOf(seat) &&
    before.view.isInactive(seat) === after.view.isInactive(seat) &&
    (before.tabStop === seat._id) === (after.tabStop === seat._id)
  return (
    before.isRendered === after.isRendered &&
    before.row.seats.length === after.row.seats.length &&
    after.row.seats.every(isSameSeat)
  )
}

/** Renders again only if one of its own seats changes. */
export const SeatRow = memo(Row, isSameRow) as typeof Row
