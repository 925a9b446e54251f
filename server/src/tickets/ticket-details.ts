import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import {
  describeRefund,
  fullRefundEnd,
  limitRefundPolicy,
} from '@marquee/contract/bookings/refund-policy'
import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { passPath, ticketPath } from '@marquee/contract/pages'
import { slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import { formatDate, formatTime, MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Amount, TicketDetails } from './pdf/ticket-page.types.ts'
import { type BookedTicket, passLabel, passToken } from './tickets.service.ts'

/** The refund terms of complimentary tickets. */
export const FREE_TICKETS = 'Your tickets were free, so there is nothing to refund.'

/** A sale at the counter has no account, so its mail links to the pass. */
const pagePath = (ctx: Context, ticket: BookedTicket) =>
  ticket.user_id === null
    ? passPath(passToken(ctx, ticket, BOOKING_PASS))
    : ticketPath(ticket.reference)

export function ticketDetails(
  ctx: Context,
  ticket: BookedTicket,
  cinema: CinemaDetails,
): TicketDetails {
  const { timeZone, brandName, publicUrl } = ctx.config
  const { starts_at: startsAt, full_refund_until: until } = ticket
  // Nothing was paid for it.
  const isFree = ticket.payment_method === 'complimentary'
  const isCash = ticket.payment_method === 'cash'
  return {
    brandName,
    cinema,
    movie: ticket.movie,
    about: `${ticket.rating} · ${ticket.duration} min`,
    date: formatDate(startsAt, timeZone),
    time: formatTime(startsAt, timeZone),
    arriveBy: formatTime(startsAt - cinema.arrival * MINUTE_MS, timeZone),
    screen: ticket.screen,
    seats: ticket.seats.map(({ label }) => label),
    slots: ticket.slots.map(({ kind, label, vehicle_number }) => ({
      label,
      type: kind === 'seat' ? '' : slotTypeName(kind),
      vehicleNumber: vehicle_number,
    })),
    reference: ticket.reference,
    amounts: amountsOf(ticket),
    refunded: ticket.refunded > 0 && !isFree ? formatRupees(ticket.refunded) : null,
    voucherRefunded: ticket.voucher_refunded > 0 ? formatRupees(ticket.voucher_refunded) : null,
    isCash,
    isFree,
    cancellationReason: ticket.cancellation_reason,
    refundTerms: isFree
      ? FREE_TICKETS
      : describeRefund(
          {
            isCash,
            fullRefundUntil: until === null ? null : fullRefundEnd(until, startsAt),
            policy: limitRefundPolicy(ctx.config.refundPolicy, ticket.refund_cap),
            startsAt,
            closesAt: getCutoffTime(startsAt, ticket.cutoff_minutes),
          },
          { now: ctx.now(), timeZone, isLater: true },
        ),
    admit: passLabel(ticket, BOOKING_PASS),
    token: passToken(ctx, ticket, BOOKING_PASS),
    homeUrl: new URL('/', publicUrl).href,
    url: new URL(pagePath(ctx, ticket), publicUrl).href,
  }
}

/** What was paid. After a refund, all that was paid and given back, and the difference: it can contain a fee for cancelled places. */
function amountsOf({
  payment_method,
  total_cost: paidAfterRefunds,
  refunded,
}: BookedTicket): Amount[] {
  if (payment_method === 'complimentary') return [['Price', 'Free']]
  const paid: Amount = ['Paid', formatRupees(paidAfterRefunds + refunded)]
  if (refunded === 0) return [paid]
  return [
    paid,
    ['Refunded', formatRupees(refunded)],
    ['Paid after refunds', formatRupees(paidAfterRefunds)],
  ]
}
