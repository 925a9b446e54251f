import { totalCost } from '@marquee/contract/bookings/bookings'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import type { ReactNode } from 'react'
import { Ornament } from '#ui/ornament.tsx'
import { summaryLines } from './summary-lines.ts'

interface Props {
  seats: Seat[]
  slots: ParkingSlot[]
  /** The seats of friends in the same selection, who pay for themselves. */
  friendsSeats: Seat[]
  closed: boolean
  timeLeft: ReactNode
  action: ReactNode
}

export function BookingSummary(props: Props) {
  const { seats, slots, friendsSeats, closed, timeLeft, action } = props
  const lines = summaryLines(seats, slots)
  return (
    <section aria-labelledby="summary" className="panel p-5 sm:p-7">
      <h2 id="summary" className="text-center text-xl">
        Booking Summary
      </h2>
      <Ornament className="mx-auto mt-2 mb-5 w-32" />
      {lines.length === 0 && (
        <p className="text-center text-ash">
          {closed
            ? 'Booking for this showtime is closed.'
            : 'Choose your seats on the map, up to ten.'}
        </p>
      )}
      <dl className="tabular grid gap-2">
        {lines.map(({ label, cost }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>{formatRupees(cost)}</dd>
          </div>
        ))}
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-brass/30 pt-4 font-semibold">
          <dt>Total Cost</dt>
          <dd className="text-lg text-brass-bright">{formatRupees(totalCost({ seats, slots }))}</dd>
        </div>
      </dl>
      {friendsSeats.length > 0 && (
        <p className="mt-3 text-sm text-ash">
          Your friends:{' '}
          {friendsSeats.map((seat) => `${seat.seatNumber} (${seat.friend})`).join(', ')}
        </p>
      )}
      {timeLeft}
      <div className="mt-5 hidden justify-center lg:grid">{action}</div>
    </section>
  )
}
