import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { ClaimRow } from '../../src/database/schema.ts'
import { bookingOf, bookingsAt, type StoredBooking } from './bookings.ts'
import { type Root, rowsOf } from './memory-database.ts'
import { partOf } from './memory-statements.ts'
import { isBalanced } from './money.ts'
import type { Violation } from './violation.ts'

interface Change {
  before: Root
  after: Root
  changedIds: readonly string[]
}

/** Places of bookings and sold claims are the same, and the ledger of each booking is right. */
export function* findBookingViolations({
  before,
  after,
  changedIds,
}: Change): Generator<Violation> {
  for (const id of changedIds) yield* findClaimViolations(after, id)
  if (before.get('bookings') === after.get('bookings')) return
  for (const [id, booking] of rowsOf<StoredBooking>(after, 'bookings')) {
    const was = bookingOf(before, id)
    if (was === booking) continue
    const isSameSale = was?.admitted === booking.admitted && payoutsOf(was) === payoutsOf(booking)
    if (!changedIds.includes(booking.showtimeId) && isSameSale)
      yield { rule: 'bookings', detail: `${id} changed, but not its showtime` }
    if (booking.channel !== 'house' && !isBalanced(booking))
      yield { rule: 'money', detail: `${id} has ${JSON.stringify(booking)}` }
    if (was && was.changes >= booking.changes)
      yield { rule: 'bookings', detail: `${id} was changed twice from one state` }
  }
}

const payoutsOf = ({ ledger }: StoredBooking) =>
  ledger.filter(({ kind }) => kind === 'payout').length

function* findClaimViolations(root: Root, showtimeId: string): Generator<Violation> {
  const sold = new Map(
    [...rowsOf<ClaimRow>(root, partOf('claims', showtimeId)).values()].flatMap(
      ({ place_id, booking_id }) => (booking_id === null ? [] : [[place_id, booking_id] as const]),
    ),
  )
  const { cancelled_at: cancelledAt } = rowsOf<ShowRow>(root, 'showtimes').get(
    showtimeId,
  ) as ShowRow
  for (const { id, places, channel } of bookingsAt(root, showtimeId)) {
    for (const { placeId } of places) {
      if (sold.get(placeId) !== id)
        yield {
          rule: 'bookings',
          detail: `${placeId} of ${id} at ${showtimeId} is ${sold.get(placeId) ?? 'free'}`,
        }
      sold.delete(placeId)
    }
    if (cancelledAt !== null && channel === 'house' && places.length > 0)
      yield { rule: 'cancelled', detail: `${id} keeps house seats of a cancelled show` }
  }
  for (const [placeId, id] of sold)
    yield {
      rule: 'bookings',
      detail: `${placeId} at ${showtimeId} is sold to ${id}, which does not have it`,
    }
}
