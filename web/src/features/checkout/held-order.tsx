import { formatRupees } from '@marquee/contract/text/money'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useState } from 'react'
import { Countdown } from '#ui/countdown.tsx'
import { findLatestOrder } from './pending-order.ts'

/** The seats that wait for payment, with their price and the time left. Nothing if none are held. */
export function HeldOrder() {
  const [order] = useState(findLatestOrder)
  const until = Date.parse(order?.bookingData.holdUntil ?? '')
  const [isOver, setOver] = useState(() => !(until > serverNow()))
  if (!order || isOver) return null
  const { bookingData, movieDetails, selectedSeats } = order
  return (
    <section
      aria-label="Your seats"
      className="tabular mb-6 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 rounded border border-brass/40 px-4 py-3"
    >
      <p className="font-semibold text-brass-bright">{movieDetails.name}</p>
      <p className="text-end font-semibold">{formatRupees(bookingData.totalCost)}</p>
      <p>{selectedSeats.map(({ seatNumber }) => seatNumber).join(', ')}</p>
      <p className="text-end text-sm text-ash">
        Yours for{' '}
        <Countdown
          untilMs={until}
          now={serverNow}
          onEnd={() => setOver(true)}
          className="text-ivory"
        />
      </p>
    </section>
  )
}
