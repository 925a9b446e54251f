import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import type { ReactNode } from 'react'
import type { PendingOrder } from '#features/checkout/pending-order.ts'
import { DateTime } from '#lib/date-time.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

interface Props {
  order: PendingOrder
  reference: string
  /** The address of the confirmation. */
  email: string | undefined
}

/** What was booked, below the text of the success dialog. */
export function PaymentReceipt({ order, reference, email }: Props) {
  const { movieDetails, showtimeDetails, selectedSeats } = order
  // The same order as in My Bookings, also with the seats of friends.
  const seats = sortBySeatNumber(selectedSeats, ({ seatNumber }) => seatNumber)
  const facts: [term: string, text: ReactNode][] = [
    ['Movie', movieDetails.name],
    ['Seats', seats.map(({ seatNumber }) => seatNumber).join(', ')],
    ['Time', <DateTime key="time" instant={showtimeDetails.startTime} />],
    ['Screen', showtimeDetails.screen || DEFAULT_SCREEN],
  ]
  return (
    <div className="mt-2 grid justify-items-center gap-4">
      <CopyButton text={reference} label="Copy Reference" />
      <dl className="tabular grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-y border-brass/25 py-4">
        {facts.map(([term, text]) => (
          <div key={term} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ash">{term}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      {email && <p className="max-w-full text-sm text-ash">Confirmation sent to {email}</p>}
    </div>
  )
}
