import { lockUsers } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import { bookingNotFound } from '#src/errors.ts'
import * as statements from './bookings-to-change.sql.ts'
import type { BookingToChange } from './planners/booking-change.ts'

/** Reads bookings with their places, the first one first. Leaves out house seats. Sends all statements before it waits for the first one. */
export async function readBookings(
  db: Db,
  wanted: statements.BookingIds,
): Promise<BookingToChange[]> {
  const [{ rows }, { rows: places }, { rows: paid }] = await awaitAll([
    () => statements.selectBookingsToChange(db, wanted),
    () => statements.selectPlacesToChange(db, wanted),
    () => statements.selectPaidParts(db, wanted),
  ])
  const byBooking = Map.groupBy(places, ({ booking_id }) => booking_id)
  const paidByBooking = Map.groupBy(paid, ({ booking_id }) => booking_id)
  return rows.map((row) => ({
    ...row,
    places: byBooking.get(row.id) ?? [],
    paid: (paidByBooking.get(row.id) ?? []).map(({ method, voucher_id, amount }) => ({
      method,
      voucher_id,
      amount,
    })),
  }))
}

/**
 * Reads bookings in a unit of work under the locks of their showtimes. Locks their accounts first: the notices refer to them, and the
 * deletion of an account waits.
 */
export async function lockBookings(tx: Db, wanted: statements.BookingIds) {
  const { rows: owners } = await statements.selectOwners(tx, wanted)
  await lockUsers(
    tx,
    owners.map(({ user_id }) => user_id),
  )
  return readBookings(tx, wanted)
}

/** Reads a sale; for a visitor an own one. Throws NOT_FOUND, also for the booking of another user, so that the answer does not tell which references exist. */
export async function requireBooking(db: Db, reference: string, userId?: string) {
  const [booking] = await readBookings(db, statements.bookingOfReference(reference))
  if (!booking || (userId !== undefined && booking.user_id !== userId)) throw bookingNotFound()
  return booking
}
