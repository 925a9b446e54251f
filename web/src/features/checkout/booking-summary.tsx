import { totalCost } from '@marquee/contract/bookings/checkout-form'
import type { ParkingSlot } from '@marquee/contract/parking'
import { SLOT_TYPES, slotPrice, slotTypeName } from '@marquee/contract/parking-slots'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'

interface Props {
  seats: Seat[]
  slots: ParkingSlot[]
  /** The seats of friends in the same selection, who pay for themselves. */
  friendsSeats: Seat[]
  closed: boolean
}

interface SummaryLine {
  label: string
  /** Rupees. */
  cost: number
}

export function BookingSummary(props: Props) {
  const { seats, slots, friendsSeats, closed } = props
  const lines = summaryLines(seats, slots)
  return (
    <section aria-labelledby="summary" className="panel p-5">
      <h2 id="summary" className="mb-3 text-lg">
        Booking Summary
      </h2>
      {lines.length === 0 && (
        <p className="mb-2 text-ash">
          {closed ? 'Booking for this showtime is closed.' : 'Choose up to ten seats.'}
        </p>
      )}
      <dl className="tabular grid gap-2">
        {lines.map(({ label, cost }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>{formatRupees(cost)}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-brass/30 pt-3 font-semibold">
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
    </section>
  )
}

/** One line for each seat and each type of parking slot. They add up to `totalCost`. */
function summaryLines(seats: readonly Seat[], slots: readonly ParkingSlot[]): SummaryLine[] {
  const seatLines = seats.map(({ seatNumber, category, friend }) => ({
    label: `Seat ${seatNumber}${friend ? `, ${friend}` : ''}`,
    cost: seatPrice(category),
  }))
  const parkingLines = SLOT_TYPES.flatMap((type) => {
    const count = slots.filter((slot) => slot.type === type).length
    if (count === 0) return []
    return [{ label: `${slotTypeName(type)} Parking × ${count}`, cost: count * slotPrice(type) }]
  })
  return [...seatLines, ...parkingLines]
}
