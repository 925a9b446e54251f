import { totalCost } from '@marquee/contract/bookings/bookings'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
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
      className="booking-bar mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:hidden"
    >
      <div className="min-w-0 flex-1 basis-20 leading-tight">
        <p className="tabular text-lg font-semibold text-brass-bright">
          {formatRupees(totalCost({ seats, slots }))}
        </p>
        {seats.length === 0 ? (
          <p className="text-sm">No seats selected</p>
        ) : (
          <p className="truncate text-sm">{seats.map(({ seatNumber }) => seatNumber).join(', ')}</p>
        )}
        {timeLeft}
      </div>
      {action}
    </aside>
  )
}
