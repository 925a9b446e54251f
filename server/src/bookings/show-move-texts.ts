import { formatRupees } from '@marquee/contract/money'
import { formatDateTime, formatMoment } from '@marquee/contract/time'
import {
  type BookingMove,
  type MovedPlace,
  moneyBackOf,
  type PositionOfShow,
} from './show-move-plan.ts'

interface MoveTerms {
  from: PositionOfShow
  to: PositionOfShow
  /** The name of the new screen. */
  screen: string
  reason: string
  /** Epoch milliseconds. Null: the start stays. */
  refundUntil: number | null
}

export interface MoveTexts {
  /** What has changed, such as the screen and the start of the show. */
  change: string
  reason: string
  /** What it means for the booking. */
  consequences: string[]
  /** Until when a notice offers the full price back. A mail ends with the refund terms of the booking instead. */
  refundOffer: string[]
}

/** What the owner of a booking reads when its show was moved. Times are in the zone of the cinema. */
export function moveTexts(move: BookingMove, terms: MoveTerms, timeZone: string): MoveTexts {
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
    consequences: move.isSeated
      ? consequencesOf(move, terms)
      : [`We are sorry: there are not enough seats for your party. ${cancelledText(move)}`],
    refundOffer:
      move.isSeated && refundUntil !== null
        ? [`If not, ${cancelUntilText(move, { refundUntil, startsAt: to.startsAt, timeZone })}`]
        : [],
  }
}

/** A mail about free tickets says by itself that there is nothing to refund. */
export const cancelledText = (move: BookingMove) => {
  const { payment_kind } = move.booking
  if (payment_kind === 'complimentary') return 'Your booking is cancelled.'
  const where = payment_kind === 'cash' ? AT_BOX_OFFICE : ''
  return `Your booking is cancelled, and you get the full price back${where}.`
}

const AT_BOX_OFFICE = ' in cash at the box office'

/** No text if nothing is given back. */
export function refundTexts(move: BookingMove) {
  const refund = moneyBackOf(move)
  if (refund === 0) return []
  const where = move.booking.payment_kind === 'cash' ? AT_BOX_OFFICE : ''
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
export const cancelUntilText = (
  move: BookingMove,
  { refundUntil, startsAt, timeZone }: RefundDeadline,
) => {
  const promised = move.booking.full_refund_until ?? 0
  const until = Math.min(Math.max(promised, refundUntil), startsAt)
  return `cancel until ${formatMoment(until, timeZone)} and you get the full price back.`
}

function consequencesOf(move: BookingMove, terms: MoveTerms) {
  const { seats, slots } = move
  const { from, to, refundUntil } = terms
  const lostSlots = slots.filter(({ label }) => label === null)
  return [
    ...(from.screenId === to.screenId
      ? []
      : [`Your new seats: ${newLabels(seats)} (before: ${oldLabels(seats)}).`]),
    ...(lostSlots.length > 0
      ? [`There is no parking slot for ${oldLabels(lostSlots)} on the new screen.`]
      : []),
    ...refundTexts(move),
    ...(refundUntil === null
      ? []
      : ["If the new time works for you, you don't need to do anything."]),
  ]
}

export const oldLabels = (places: readonly MovedPlace[]) =>
  places.map(({ from }) => from.label).join(', ')
export const newLabels = (places: readonly MovedPlace[]) =>
  places.flatMap(({ label }) => label ?? []).join(', ')
