import './payment-receipt.css'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { SLOT_TYPES } from '@marquee/contract/parking-slots'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import { formatRupees } from '@marquee/contract/text/money'
import type { ReactNode } from 'react'
import type { PendingOrder } from '#features/checkout/pending-order.ts'
import { NearDateTime } from '#lib/date-time.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

interface Props {
  order: PendingOrder
  reference: string
  /** The address of the confirmation. */
  email: string | undefined
}

/** What was booked, below the text of the success dialog: a ticket with its stub torn off. */
export function PaymentReceipt({ order, reference, email }: Props) {
  const { bookingData, movieDetails, showtimeDetails, selectedSeats, selectedParking } = order
  // The same order as in My Bookings, also with the seats of friends.
  const seats = sortBySeatNumber(selectedSeats, ({ seatNumber }) => seatNumber)
  const slots = SLOT_TYPES.flatMap((type) => selectedParking[type]).map(({ _id, slotNumber }) => {
    const slot = bookingData.parkingSlots.find(({ slotId }) => slotId === _id)
    return slot ? `${slotNumber} · ${slot.vehicleNumber}` : slotNumber
  })
  const facts: [term: string, text: ReactNode][] = [
    ['Movie', movieDetails.name],
    ['Seats', seats.map(({ seatNumber }) => seatNumber).join(', ')],
    ['Time', <NearDateTime key="time" instant={showtimeDetails.startTime} />],
    ['Screen', showtimeDetails.screen || DEFAULT_SCREEN],
  ]
  if (slots.length > 0) facts.push(['Parking', slots.join(', ')])
  return (
    <div className="mt-4 grid gap-4">
      <div className="receipt tabular">
        <div className="receipt-ticket">
          <dl>
            {facts.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <dl className="receipt-stub">
          <dt>Paid</dt>
          <dd className="text-lg">{formatRupees(bookingData.totalCost)}</dd>
        </dl>
      </div>
      <div className="grid justify-items-center gap-2">
        <CopyButton text={reference} label="Copy Reference" />
        {email && (
          <p className="max-w-full text-center text-sm text-ash">Confirmation sent to {email}</p>
        )}
      </div>
    </div>
  )
}
