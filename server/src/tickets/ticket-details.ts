import type { CinemaDetails } from '@marquee/contract/cinema-details'
import { formatRupees } from '@marquee/contract/money'
import { passPath, ticketPath } from '@marquee/contract/pages'
import { slotTypeName } from '@marquee/contract/parking'
import { describeRefundPolicy, describeRefundTerms } from '@marquee/contract/refund-policy'
import { BOOKING_PASS } from '@marquee/contract/tickets'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { type BookedTicket, passLabel, passToken } from './tickets.service.ts'

const MINUTE_MS = 60_000

/** The texts of a ticket, the same on paper and in mails. Times are in the zone of the cinema. */
export type TicketDetails = ReturnType<typeof ticketDetails>

/** A sale at the counter has no account, so its mail links to the pass. */
const pagePath = (ctx: Context, ticket: BookedTicket) =>
  ticket.user_id === null
    ? passPath(passToken(ctx, ticket, BOOKING_PASS))
    : ticketPath(ticket.reference)

export function ticketDetails(ctx: Context, ticket: BookedTicket, cinema: CinemaDetails) {
  const { timeZone, brandName, publicUrl } = ctx.config
  const startsAt = ticket.starts_at
  // Nothing was paid for it.
  const isFree = ticket.payment_kind === 'complimentary'
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
    paid: formatRupees(ticket.total_cost),
    /** Null if nothing was refunded. */
    refunded: ticket.refunded > 0 && !isFree ? formatRupees(ticket.refunded) : null,
    isCash: ticket.payment_kind === 'cash',
    isFree,
    cancellationReason: ticket.cancellation_reason,
    refundTerms: describeRefundTerms(
      {
        fullRefundUntil: ticket.full_refund_until,
        policyText: describeRefundPolicy(ctx.config.refundPolicy),
      },
      { now: ctx.now(), timeZone },
    ),
    admit: passLabel(ticket, BOOKING_PASS),
    token: passToken(ctx, ticket, BOOKING_PASS),
    homeUrl: new URL('/', publicUrl).href,
    url: new URL(pagePath(ctx, ticket), publicUrl).href,
  }
}
