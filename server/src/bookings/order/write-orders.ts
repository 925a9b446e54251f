import { type AuditRecord, recordActions } from '#src/audit/audit.service.ts'
import type { BookingRow, Db } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import { queueConfirmations } from '#src/messages/mail/outbox.service.ts'
import { type NewBooking, placeIdsOf, type StaffTerms } from './order.ts'
import * as statements from './orders.sql.ts'

/** Writes the rows of new bookings, table by table. Sends all statements before it waits for the first one. */
export async function writeBookings(tx: Db, written: readonly NewBooking[]) {
  const write = <Row>(
    rowsOf: (booking: NewBooking) => readonly Row[],
    statement: (db: Db, rows: readonly Row[]) => Promise<unknown>,
  ) => {
    const rows = written.flatMap(rowsOf)
    return rows.length > 0 ? [statement(tx, rows)] : []
  }
  await awaitAll<unknown[]>([
    ...write(({ draft }) => [draft.row], statements.insertBookings),
    ...write(({ draft }) => draft.places, statements.insertPlaces),
    ...write(friendSeats, statements.recordFriends),
    ...write(({ confirmation }) => (confirmation ? [confirmation] : []), queueConfirmations),
    ...write(auditRecords, recordActions),
  ])
}

const friendSeats = ({ draft, friendSeats: seats }: NewBooking) =>
  seats.map((seat) => ({ ...seat, bookingId: draft.row.id }))

/** Of a sale at the counter, or of house seats. */
const auditRecords = ({ order, draft: { row } }: NewBooking): AuditRecord[] =>
  order.staff ? [auditRecord(order.staff, row, placeIdsOf(order.request))] : []

const auditRecord = (
  terms: StaffTerms,
  row: BookingRow,
  placeIds: readonly string[],
): AuditRecord =>
  terms.type === 'houseSeats'
    ? {
        deviceId: terms.deviceId,
        action: 'places.block',
        reason: terms.reason,
        subjectType: 'showtime',
        subject: row.showtime_id,
        after: { bookingId: row.id, placeIds, releaseAt: terms.releaseAt },
      }
    : {
        deviceId: terms.deviceId,
        action: 'booking.sell',
        reason: terms.reason,
        subjectType: 'booking',
        subject: row.id,
        after: {
          reference: row.reference,
          showtimeId: row.showtime_id,
          placeIds,
          payment: terms.payment,
          totalCost: row.total_cost,
        },
      }
