import { formatRupees } from '@marquee/contract/money'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import { tierName } from './seat-label.ts'

/** The seat under the pointer. Hidden from screen readers: each seat has its own label. */
export function SeatCaption({ seat }: { seat: Seat | undefined }) {
  return (
    <p aria-hidden="true" className="min-h-6 text-sm text-ash">
      {seat && (
        <>
          <span className="font-semibold text-ivory">{seat.seatNumber}</span>
          {` · ${tierName(seat.category)} · ${formatRupees(seatPrice(seat.category))}`}
        </>
      )}
    </p>
  )
}
