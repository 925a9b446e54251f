import { formatRupees } from '@marquee/contract/money'
import { formatDateTime } from '@marquee/contract/time'
import type { BookingMove, MovedPlace, PositionOfShow } from './show-move-plan.ts'

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
}

/** What the owner of a booking reads when its show was moved. Times are in the zone of the cinema. */
export function moveTexts(move: BookingMove, terms: MoveTerms, timeZone: string): MoveTexts {
  const { from, to, screen } = terms
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
      ? consequencesOf(move, terms, timeZone)
      : [
          'We are sorry: there are not enough seats for your party. Your booking is cancelled, and you get the full price back.',
        ],
  }
}

function consequencesOf(
  { seats, slots, refund }: BookingMove,
  { from, to, refundUntil }: MoveTerms,
  timeZone: string,
) {
  const lostSlots = slots.filter(({ label }) => label === null)
  return [
    ...(from.screenId === to.screenId
      ? []
      : [`Your new seats: ${newLabels(seats)} (before: ${oldLabels(seats)}).`]),
    ...(lostSlots.length > 0
      ? [`There is no parking slot for ${oldLabels(lostSlots)} on the new screen.`]
      : []),
    ...(refund > 0 ? [`You get ${formatRupees(refund)} back.`] : []),
    ...(refundUntil === null
      ? []
      : [
          `If the new time suits you, there is nothing to do. If not, cancel until ${formatDateTime(refundUntil, timeZone)} and you get the full price back.`,
        ]),
  ]
}

export const oldLabels = (places: readonly MovedPlace[]) =>
  places.map(({ from }) => from.label).join(', ')
export const newLabels = (places: readonly MovedPlace[]) =>
  places.flatMap(({ label }) => label ?? []).join(', ')
