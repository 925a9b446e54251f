import { fullRefundEnd } from '@marquee/contract/bookings/refund-policy'
import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { formatRupees } from '@marquee/contract/text/money'
import { formatDateTime, formatMoment } from '@marquee/contract/time'
import type { NewVoucher } from '#src/vouchers/new-voucher.ts'
import type { BookedPlace, ChangeContext } from './booking-change.ts'
import { losesAllSeats, moneyBackOf, type Replacement, type Reseating } from './reseating.ts'

// What the owner of a booking reads about a change. Times are in the zone of the cinema.

const showOf = ({ booked: { show }, moment: { timeZone } }: ChangeContext) =>
  `${show.movie}, ${formatDateTime(show.startsAt, timeZone)}`

interface CancelledParts {
  places: readonly BookedPlace[]
  refund: number
  isWhole: boolean
  /** Why the cinema has cancelled the show. Undefined if it takes place. */
  showCancelledBecause: string | undefined
}

export const cancellationNotice = (
  { places, refund, isWhole, showCancelledBecause }: CancelledParts,
  context: ChangeContext,
) =>
  [
    `${showOf(context)}.`,
    showCancelledBecause && 'The cinema has cancelled this show.',
    !isWhole && `Cancelled: ${placeNames(places)}.`,
    refund > 0 ? `You have been refunded ${formatRupees(refund)}.` : 'There is no refund.',
    showCancelledBecause && `Reason: ${showCancelledBecause}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Seats first, as in the dialog of the cancellation. A slot is named: a seat can have the same label. */
const placeNames = (places: readonly BookedPlace[]) => {
  const seats = places.filter(({ kind }) => kind === 'seat')
  const slots = places.filter(({ kind }) => kind !== 'seat')
  const slotNames = slots.map(({ label }) => `Parking ${label}`)
  return [...seats.map(({ label }) => label), ...slotNames].join(', ')
}

/** `amount`: rupees. */
export const newVoucherText = (
  { code, validUntil }: NewVoucher,
  { amount, timeZone }: { amount: number; timeZone: string },
) =>
  `${formatRupees(amount)} of it is a voucher. Its code is ${formatVoucherCode(code)}: enter it when you pay for your next tickets. It is valid until ${formatLastDay(validUntil, timeZone)}.`

export const PASSES_REPLACED = 'Your tickets have new codes. The old ones no longer work.'

const CHANGES = {
  show: 'Please use the new ticket from now on.',
  seats: 'Your ticket shows the new seats.',
  passes: PASSES_REPLACED,
  parking: 'Your parking has changed.',
  vehicle: 'The vehicle number of your parking has changed.',
}

/** About a change that keeps the booking. `context` has the show at which it is from now on. */
export const changeNotice = (type: keyof typeof CHANGES, context: ChangeContext) =>
  `${showOf(context)}. ${CHANGES[type]}`

/** What the owner reads when the cinema gives a booking other places. */
export interface ReseatingTexts {
  /** What has changed, such as the screen and the start of the show. */
  change: string
  reason: string
  /** What it means for the booking. */
  consequences: string[]
  /** Until when a notice offers the full price back. A mail ends with the refund terms of the booking instead. */
  refundOffer: string[]
}

interface MovedTerms {
  from: { screenId: string; startsAt: number }
  to: { screenId: string; startsAt: number }
  /** The name of the new screen. */
  screen: string
  reason: string
  /** Epoch milliseconds. Null: the start stays. */
  refundUntil: number | null
}

export function movedShowTexts(
  reseating: Reseating,
  terms: MovedTerms,
  timeZone: string,
): ReseatingTexts {
  const { from, to, screen, refundUntil } = terms
  const changes = [
    ...(from.screenId === to.screenId ? [] : [`is on ${screen}`]),
    ...(from.startsAt === to.startsAt
      ? []
      : [`starts on ${formatDateTime(to.startsAt, timeZone)}`]),
  ]
  return {
    change: `Your show now ${changes.join(' and ')}.`,
    reason: `Reason: ${terms.reason}`,
    consequences: reseating.isSeated
      ? consequencesOfMove(reseating, terms)
      : [`We are sorry: there are not enough seats for your party. ${cancelledText(reseating)}`],
    refundOffer:
      reseating.isSeated && refundUntil !== null
        ? [
            `If not, ${cancelUntilText(reseating, { refundUntil, startsAt: to.startsAt, timeZone })}`,
          ]
        : [],
  }
}

function consequencesOfMove(
  reseating: Reseating,
  { from, to, refundUntil }: Pick<MovedTerms, 'from' | 'to' | 'refundUntil'>,
) {
  const { seats, slots } = reseating
  const lostSlots = slots.filter(({ label }) => label === null)
  return [
    ...(from.screenId === to.screenId
      ? []
      : [`Your new seats: ${newLabels(seats)} (before: ${oldLabels(seats)}).`]),
    ...(lostSlots.length > 0
      ? [`There is no parking slot for ${oldLabels(lostSlots)} on the new screen.`]
      : []),
    ...refundTexts(reseating),
    ...(refundUntil === null
      ? []
      : ["If the new time works for you, you don't need to do anything."]),
  ]
}

interface OutageTexts {
  /** Epoch milliseconds. */
  startsAt: number
  reason: string
  /** Until when a booking that loses seats can be cancelled for a full refund. Epoch milliseconds. Null: that time has passed. */
  refundUntil: number | null
}

/** For a booking some of whose seats were taken out of service. */
export const outageTexts = (
  reseating: Reseating,
  { startsAt, reason, refundUntil }: OutageTexts,
  timeZone: string,
): ReseatingTexts => ({
  change: `For your show on ${formatDateTime(startsAt, timeZone)}, seats of your booking are out of service.`,
  reason: `Reason: ${reason}`,
  consequences: losesAllSeats(reseating)
    ? [`We are sorry: there are no other seats for your party. ${cancelledText(reseating)}`]
    : consequencesOfOutage(reseating),
  refundOffer:
    reseating.isSeated || losesAllSeats(reseating) || refundUntil === null
      ? []
      : [
          `If this does not suit you, ${cancelUntilText(reseating, { refundUntil, startsAt, timeZone })}`,
        ],
})

function consequencesOfOutage(reseating: Reseating) {
  const { seats } = reseating
  const lost = seats.filter(({ to }) => to === null)
  return [
    ...(lost.length > 0 ? [`We are sorry: there is no other seat for ${oldLabels(lost)}.`] : []),
    `Your seats are now: ${newLabels(seats)} (before: ${oldLabels(seats)}).`,
    ...refundTexts(reseating),
  ]
}

/** A mail about free tickets says by itself that there is nothing to refund. */
const cancelledText = ({ booking: { payment_method } }: Reseating) => {
  if (payment_method === 'complimentary') return 'Your booking is cancelled.'
  const where = payment_method === 'cash' ? AT_BOX_OFFICE : ''
  return `Your booking is cancelled, and you get the full price back${where}.`
}

const AT_BOX_OFFICE = ' in cash at the box office'

/** No text if nothing is given back. */
function refundTexts(reseating: Reseating) {
  const refund = moneyBackOf(reseating)
  if (refund === 0) return []
  const where = reseating.booking.payment_method === 'cash' ? AT_BOX_OFFICE : ''
  return [`You get ${formatRupees(refund)} back${where}.`]
}

interface RefundDeadline {
  /** The new deadline for a full refund, epoch milliseconds. */
  refundUntil: number
  /** When the show starts, epoch milliseconds. There is no refund after it. */
  startsAt: number
  timeZone: string
}

/** Names the deadline for a full refund: the new one, or a later one that was promised before. */
function cancelUntilText(
  { booking }: Reseating,
  { refundUntil, startsAt, timeZone }: RefundDeadline,
) {
  const granted = Math.max(booking.full_refund_until ?? 0, refundUntil)
  const until = fullRefundEnd(granted, startsAt)
  return `cancel until ${formatMoment(until, timeZone)} and you get the full price back.`
}

const oldLabels = (places: readonly Replacement[]) =>
  places.map(({ from }) => from.label).join(', ')
const newLabels = (places: readonly Replacement[]) =>
  places.flatMap(({ label }) => label ?? []).join(', ')
