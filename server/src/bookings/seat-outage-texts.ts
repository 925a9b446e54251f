import { formatDateTime } from '@marquee/contract/time'
import { isLostBooking, isLostPlace } from './seat-outage-plan.ts'
import type { BookingMove } from './show-move-plan.ts'
import {
  cancelledText,
  cancelUntilText,
  type MoveTexts,
  newLabels,
  oldLabels,
  refundTexts,
} from './show-move-texts.ts'

interface OutageTerms {
  /** Epoch milliseconds. */
  startsAt: number
  reason: string
  /** Until when a booking that loses seats can be cancelled for a full refund. Epoch milliseconds. Null: that time has passed. */
  refundUntil: number | null
}

/** What the owner of a booking reads when some of its seats were taken out of service. Times are in the zone of the cinema. */
export const outageTexts = (
  move: BookingMove,
  { startsAt, reason, refundUntil }: OutageTerms,
  timeZone: string,
): MoveTexts => ({
  change: `For your show on ${formatDateTime(startsAt, timeZone)}, seats of your booking are out of service.`,
  reason: `Reason: ${reason}`,
  consequences: isLostBooking(move)
    ? [`We are sorry: there are no other seats for your party. ${cancelledText(move)}`]
    : consequencesOf(move),
  refundOffer:
    move.isSeated || isLostBooking(move) || refundUntil === null
      ? []
      : [
          `If this does not suit you, ${cancelUntilText(move, { refundUntil, startsAt, timeZone })}`,
        ],
})

function consequencesOf(move: BookingMove) {
  const { seats } = move
  const lost = seats.filter(isLostPlace)
  return [
    ...(lost.length > 0 ? [`We are sorry: there is no other seat for ${oldLabels(lost)}.`] : []),
    `Your seats are now: ${newLabels(seats)} (before: ${oldLabels(seats)}).`,
    ...refundTexts(move),
  ]
}
