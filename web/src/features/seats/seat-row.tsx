import { Fragment } from 'react'
import { appearanceOf, type Pending } from '#lib/selection.ts'
import { SeatButton } from './seat.tsx'
import type { PlannedRow } from './seat-plan.ts'

interface Props {
  row: PlannedRow
  closed: boolean
  pending: Pending
  tabStop: string | undefined
}

export function SeatRow({ row, closed, pending, tabStop }: Props) {
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
}
