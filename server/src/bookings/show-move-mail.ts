import { formatRupees } from '@marquee/contract/money'
import { formatDate, formatTime } from '@marquee/contract/time'
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

/** What the mail about a booking says first when its show was moved. Times are in the zone of the cinema. */
export function moveParagraphs(
  { isSeated, seats, slots, refund }: BookingMove,
  { from, to, screen, reason, refundUntil }: MoveTerms,
  timeZone: string,
) {
  const moment = (instant: number) =>
    `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`
  const changed = [
    ...(from.screenId === to.screenId ? [] : [`is on ${screen}`]),
    ...(from.startsAt === to.startsAt ? [] : [`starts on ${moment(to.startsAt)}`]),
  ].join(' and ')
  const opening = [`Your show now ${changed}.`, `Reason: ${reason}`]
  if (!isSeated)
    return [
      ...opening,
      'We are sorry: there are not enough seats for your party. Your booking is cancelled, and you get the full price back.',
    ]
  const lostSlots = slots.filter(({ label }) => label === null)
  return [
    ...opening,
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
          `If the new time suits you, there is nothing to do. If not, cancel until ${moment(refundUntil)} and you get the full price back.`,
        ]),
  ]
}

const oldLabels = (places: readonly MovedPlace[]) => places.map(({ from }) => from.label).join(', ')
const newLabels = (places: readonly MovedPlace[]) =>
  places.flatMap(({ label }) => label ?? []).join(', ')
