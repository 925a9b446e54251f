import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { formatRupees } from '@marquee/contract/text/money'
import Move from 'lucide-react/icons/move'
import ZoomIn from 'lucide-react/icons/zoom-in'
import type { MapSeat } from './map-seat.ts'
import { tierName } from './seat-label.ts'

interface Props {
  /** The seat under the pointer. */
  seat: MapSeat | undefined
  /** What else is known of that seat. */
  note: string | undefined
  /** The seats are too small to tap. */
  isOverview: boolean
  /** The seats can be clicked, but are small. */
  isSmall: boolean
  /** The map is wider than its viewport. */
  overflows: boolean
}

/**
 * The seat under the pointer, or how to see more. Never higher than the buttons beside it: a caption that appears must not
 * move the map under the pointer. Hidden from screen readers: each seat has its own label.
 */
export function SeatCaption({ seat, note, isOverview, isSmall, overflows }: Props) {
  const access = seat?.accessible && ACCESS_NAMES[seat.accessible]
  return (
    <p aria-hidden="true" className="flex min-w-0 items-center gap-2 text-sm leading-5 text-ash">
      {seat ? (
        <span className="line-clamp-2">
          <span className="font-semibold text-ivory">{seat.seatNumber}</span>
          {` · ${tierName(seat.category)} · ${formatRupees(seat.price)}`}
          {access && ` · ${access}`}
          {note && ` · ${note}`}
        </span>
      ) : isOverview ? (
        <>
          <ZoomIn className="size-5 shrink-0 text-brass" />
          Tap to zoom in
        </>
      ) : isSmall ? (
        'The whole hall. Zoom in for larger seats.'
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
