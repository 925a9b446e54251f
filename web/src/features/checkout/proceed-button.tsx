import type { Ack } from '@marquee/contract/socket'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { type OrderInput, useProceedToPayment } from './use-proceed-to-payment.ts'

interface Props {
  order: OrderInput
  closed: boolean
  beginCheckout: () => Promise<Ack | undefined>
}

/** Disabled without a seat. In a closed showtime, seats that are still held can be paid for. */
export function ProceedButton({ order, closed, beginCheckout }: Props) {
  const { proceed, busy } = useProceedToPayment(beginCheckout)
  const hasSeats = order.seats.length > 0
  return (
    <Button className="max-w-full" disabled={!hasSeats} busy={busy} onClick={() => proceed(order)}>
      {closed && !hasSeats ? 'Booking Closed' : 'Proceed to Payment'}
    </Button>
  )
}
