import { UNNAMED_FRIEND } from '@marquee/contract/seats/friend-names'
import { parseSeatNumber, type RowLayout } from '@marquee/contract/seats/seat-rows'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import { Fragment, memo } from 'react'
import type { MapSeat, SeatAppearance, SeatView } from './map-seat.ts'
import { seatLabel } from './seat-label.ts'

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
      {row.sections.map((section, index) => (
        <Fragment key={section[0]?.seat._id}>
          <Space cells={gapBefore(row, index)} />
          {section.map(({ seat, offset }) => (
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

/** Cells between a section of seats and the one before it. */
function gapBefore({ sections }: RowLayout<MapSeat>, index: number) {
  const [seat] = sections[index] ?? []
  const before = sections[index - 1]?.at(-1)
  return seat && before ? seat.offset - before.offset - 1 : 0
}

/** An aisle, or what is free beside a row that is not in the middle. Rows are centred otherwise. */
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

interface SeatButtonProps {
  seat: MapSeat
  appearance: SeatAppearance
  /** In words. */
  state: string
  isInactive: boolean
  /** The one seat that Tab moves the focus to. */
  isTabStop: boolean
  /** Cells from the middle of the row, for the bend of the row. */
  offset: number
}

/** A map can have 3,000 seats, so a seat only renders again if its props change. */
const SeatButton = memo(function SeatButton(props: SeatButtonProps) {
  const { seat, appearance, state, isInactive, isTabStop, offset } = props
  return (
    <td className="seat-cell" style={{ '--offset': offset }}>
      <button
        type="button"
        data-place={seat._id}
        data-number={parseSeatNumber(seat.seatNumber).number}
        data-tier={seatTier(seat.category)}
        data-appearance={appearance}
        data-access={seat.accessible}
        data-initial={initialOf(seat)}
        aria-label={seatLabel(seat, { appearance, state })}
        aria-pressed={appearance === 'selected' || appearance === 'booked'}
        aria-disabled={isInactive || undefined}
        tabIndex={isTabStop ? 0 : -1}
        className="seat"
      />
    </td>
  )
})

/** The first letter of the friend's name. */
const initialOf = ({ friend }: MapSeat) =>
  friend && friend !== UNNAMED_FRIEND ? [...friend][0]?.toLocaleUpperCase() : undefined
