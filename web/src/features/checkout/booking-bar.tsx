import { totalCost } from '@marquee/contract/bookings'
import { formatRupees } from '@marquee/contract/money'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { ReactNode } from 'react'

interface Props {
  seats: Seat[]
  slots: ParkingSlot[]
  timeLeft: ReactNode
  action: ReactNode
}

/** The short summary that sticks to the bottom of a narrow screen. */
export function BookingBar({ seats, slots, timeLeft, action }: Props) {
  return (
    <aside
      aria-label="Your booking"
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex items-center justify-between gap-4 border-t border-brass/40 bg-velvet px-4 py-3 sm:-mx-8 sm:px-8 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <div className="min-w-0 leading-tight">
        <p className="tabular text-lg font-semibold text-brass-bright">
          {formatRupees(totalCost({ seats, slots }))}
        </p>
        <p className="truncate text-sm">
          {seats.length === 0
            ? 'No seats selected'
            : seats.map(({ seatNumber }) => seatNumber).join(', ')}
        </p>
        {timeLeft}
      </div>
      {action}
    </aside>
  )
}
