import {
  type MovePlan,
  type PlannedBooking,
  plannedPlaces,
} from '@marquee/contract/office/shows/show-moves'
import { countOf } from '@marquee/contract/text/count'

type PlanCounts = Pick<MovePlan['counts'], 'bookings' | 'people' | 'refund' | 'mails'>

/** What every plan counts. */
export const countsText = ({ bookings, people, refund, mails }: PlanCounts) =>
  [
    ...[countOf(bookings, 'booking'), countOf(people, 'person', 'people')],
    ...[`${refund} rupees back`, countOf(mails, 'email')],
  ].join(', ')

export const BOOKING_COLUMNS = ['reference', 'result', 'from', 'to', 'rupees back']

/** One booking of a plan. */
export function bookingRow({ reference, seats, slots, refund, ...booking }: PlannedBooking) {
  const places = plannedPlaces({ seats, slots })
  const { isCancelled } = booking
  const labels = places.map(({ to }) => to ?? 'none').join(' ')
  return [
    ...[reference, isCancelled ? 'no seats' : resultText(booking)],
    ...[places.map(({ from }) => from).join(' '), isCancelled ? 'none' : labels, refund],
  ]
}

function resultText({
  losesSeats,
  isTogether,
  losesAccess,
}: Pick<PlannedBooking, 'losesSeats' | 'isTogether' | 'losesAccess'>) {
  if (losesSeats) return 'loses seats'
  const problems = [
    ...(isTogether ? [] : ['split']),
    ...(losesAccess ? ['no accessible place'] : []),
  ]
  return problems.length > 0 ? problems.join(', ') : 'moved'
}
