import { type Seat, seatTier } from '@marquee/contract/seats'
import { memo } from 'react'
import { type Appearance, isOnOffer } from '#lib/selection.ts'
import { seatWords } from './seat-words.ts'

interface Props {
  seat: Seat
  appearance: Appearance
  closed: boolean
  /** The one seat through which the keyboard enters the map. */
  isTabStop: boolean
  /** Cells from the middle of the row: the hall bends around its screen. */
  offset: number
}

/** One of perhaps six hundred: drawn again only when something about it changes. */
export const SeatButton = memo(function SeatButton(props: Props) {
  const { seat, appearance, closed, isTabStop, offset } = props
  return (
    <td className="seat-cell" style={{ '--offset': offset }}>
      <button
        type="button"
        data-place={seat._id}
        data-tier={seatTier(seat.category)}
        data-look={appearance}
        aria-label={seatWords(seat, appearance)}
        aria-pressed={appearance === 'selected'}
        aria-disabled={!isOnOffer(appearance, closed) || undefined}
        tabIndex={isTabStop ? 0 : -1}
        className="seat"
      />
    </td>
  )
})
