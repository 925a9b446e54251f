import type { Seat } from '@marquee/contract/seats'
import { Fragment, memo } from 'react'
import { getAppearance, type PendingActions } from '#features/seat-selection/selection/selection.ts'
import type { RowLayout } from './row-layout.ts'
import { SeatButton } from './seat-button.tsx'

interface Props {
  row: RowLayout
  /** False: the row is empty, but takes its space. */
  isRendered: boolean
  closed: boolean
  pending: PendingActions
  tabStop: string | undefined
}

/** Renders again only if one of its own seats changes. */
export const SeatRow = memo(function SeatRow({ row, isRendered, closed, pending, tabStop }: Props) {
  if (!isRendered) return <tr className="seat-row" />
  return (
    <tr className="seat-row">
      <th scope="row" className="seat-letters" style={{ '--offset': -row.edge }}>
        {row.letters}
      </th>
      {row.blocks.map((block, index) => (
        <Fragment key={block[0]?.seat._id}>
          {index > 0 && <td aria-hidden="true" className="seat-aisle" />}
          {block.map(({ seat, offset }) => (
            <SeatButton
              key={seat._id}
              seat={seat}
              offset={offset}
              closed={closed}
              appearance={getAppearance(seat, pending)}
              isTabStop={seat._id === tabStop}
            />
          ))}
        </Fragment>
      ))}
      <td aria-hidden="true" className="seat-letters" style={{ '--offset': row.edge }}>
        {row.letters}
      </td>
    </tr>
  )
}, isSameRow)

/** The layout follows from the seats alone. A push keeps the objects of unchanged seats, so they compare by identity. */
function isSameRow(before: Props, after: Props) {
  const isSameSeat = (seat: Seat, index: number) =>
    seat === before.row.seats[index] &&
    before.pending.get(seat._id) === after.pending.get(seat._id) &&
    (before.tabStop === seat._id) === (after.tabStop === seat._id)
  return (
    before.closed === after.closed &&
    before.isRendered === after.isRendered &&
    before.row.seats.length === after.row.seats.length &&
    after.row.seats.every(isSameSeat)
  )
}
