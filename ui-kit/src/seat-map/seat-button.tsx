import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import { seatTier } from '@marquee/contract/seats/seats'
import { UNNAMED_FRIEND } from '@marquee/contract/seats/shared-selections'
import { memo } from 'react'
import type { MapSeat, SeatAppearance } from './map-seat.ts'
import { seatLabel } from './seat-label.ts'

interface Props {
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
export const SeatButton = memo(function SeatButton(props: Props) {
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
        aria-pressed={appearance === 'selected' || appearance === 'own'}
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
