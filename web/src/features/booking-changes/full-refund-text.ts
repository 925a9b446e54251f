import type { Booking } from '@marquee/contract/bookings'
import { dateTimeOf } from '#lib/date-time.ts'

/** Until when a cancellation gives back the full price, because the cinema has moved the show. */
export const fullRefundText = ({ fullRefundUntil }: NonNullable<Booking['moved']>) =>
  `You can cancel for a full refund until ${dateTimeOf(fullRefundUntil)}.`
