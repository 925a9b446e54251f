import type { StaffBooking, StaffPass } from '@marquee/contract/office/bookings'
import { table } from './output.ts'

/** What a booking has cost. Nothing was paid for free tickets. */
export const moneyText = ({
  totalCost,
  refunded,
  payment,
}: Pick<StaffBooking, 'totalCost' | 'refunded' | 'payment'>) => {
  if (payment === 'complimentary') return `${totalCost} rupees of free tickets`
  const paid = `${totalCost} rupees, ${payment === 'online' ? 'on the site' : payment}`
  return refunded > 0 ? `${paid}, after a refund of ${refunded} rupees` : paid
}

/** The tickets with what their QR codes say. */
export const passesText = (passes: readonly StaffPass[]) =>
  table(
    ['ticket', 'text of its QR code'],
    passes.map(({ label, token }) => [label, token]),
  )
