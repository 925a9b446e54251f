import type { Seat } from '@marquee/contract/seats'
import { Fragment, memo } from 'react'
import { appearanceOf, type Pending } from '#lib/selection.ts'
import { SeatButton } from './seat.tsx'
import type { PlannedRow } from './seat-plan.ts'

interface Props {
  row: PlannedRow
  closed: boolean
  pending: Pending
  tabStop: string | undefined
}

/** Drawn again only when one of its own seats is. */
export const SeatRow = memo(function SeatRow({ row, closed, pending, tabStop }: Props) {
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
              appearance={appearanceOf(seat, pending)}
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
}, showsTheSame)

/** Where every seat stands follows from the seats; a push leaves those it does not name the very objects they were. */
function showsTheSame(before: Props, now: Props) {
  const concerns = ({ _id }: Seat) =>
    before.pending.get(_id) !== now.pending.get(_id) ||
    (before.tabStop === _id) !== (now.tabStop === _id)
  return (
    before.closed === now.closed &&
    before.row.seats.length === now.row.seats.length &&
    now.row.seats.every((seat, n) => seat === before.row.seats[n] && !concerns(seat))
  )
}
