import { formatRupees } from '@marquee/contract/money'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import Move from 'lucide-react/icons/move'
import ZoomIn from 'lucide-react/icons/zoom-in'
import { tierName } from './seat-label.ts'

interface Props {
  /** The seat under the pointer. */
  seat: Seat | undefined
  /** The seats are too small to tap. */
  isOverview: boolean
  /** The map is wider than its viewport. */
  overflows: boolean
}

/** The seat under the pointer, or how to see more. Hidden from screen readers: each seat has its own label. */
export function SeatCaption({ seat, isOverview, overflows }: Props) {
  return (
    <p aria-hidden="true" className="flex min-h-6 min-w-0 items-center gap-2 text-sm text-ash">
      {seat ? (
        <span>
          <span className="font-semibold text-ivory">{seat.seatNumber}</span>
          {` · ${tierName(seat.category)} · ${formatRupees(seatPrice(seat.category))}`}
        </span>
      ) : isOverview ? (
        <>
          <ZoomIn className="size-5 shrink-0 text-brass" />
          Tap to zoom in
        </>
      ) : (
        overflows && (
          <>
            <Move className="size-5 shrink-0 text-brass" />
            Drag to see all seats
          </>
        )
      )}
    </p>
  )
}
