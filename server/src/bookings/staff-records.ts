import { type AuditRecord, recordActions } from '../audit/audit.service.ts'
import type { BookingOrigin, BookingRow, Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import type { StaffTerms } from './order.ts'
import * as statements from './staff-records.sql.ts'

/** A booking that staff has made: a sale at the counter, or blocked places. */
export interface StaffBookingRecord {
  terms: StaffTerms
  row: BookingRow & BookingOrigin
  placeIds: readonly string[]
}

/**
 * Writes what only the bookings of staff have: contacts, blocks and their audit. In the transaction that writes the bookings. All statements are
 * sent at once, so that they can go with the commit.
 */
export async function writeStaffRecords(tx: Db, bookings: readonly StaffBookingRecord[]) {
  if (bookings.length === 0) return
  const contacts = bookings.flatMap(({ terms, row }) =>
    terms.type === 'sale' && (terms.name !== undefined || terms.email !== undefined)
      ? {
          ...{ booking_id: row.id, name: terms.name ?? null },
          email: terms.email?.toLowerCase() ?? null,
        }
      : [],
  )
  const blocks = bookings.flatMap(({ terms, row }) =>
    terms.type === 'block'
      ? { booking_id: row.id, reason: terms.reason, release_at: terms.releaseAt }
      : [],
  )
  await awaitAll<unknown[]>([
    ...(contacts.length > 0 ? [statements.insertContacts(tx, contacts)] : []),
    ...(blocks.length > 0 ? [statements.insertBlocks(tx, blocks)] : []),
    recordActions(tx, bookings.map(auditRecord)),
  ])
}

const auditRecord = ({ terms, row, placeIds }: StaffBookingRecord): AuditRecord =>
  terms.type === 'block'
    ? {
        ...{ deviceId: terms.deviceId, action: 'places.block', reason: terms.reason },
        ...{ subjectType: 'showtime', subject: row.showtime_id },
        after: { bookingId: row.id, placeIds, releaseAt: terms.releaseAt },
      }
    : {
        ...{ deviceId: terms.deviceId, action: 'booking.sell', reason: terms.reason },
        ...{ subjectType: 'booking', subject: row.id },
        after: {
          ...{ reference: row.reference, showtimeId: row.showtime_id, placeIds },
          ...{ payment: terms.payment, totalCost: row.total_cost },
        },
      }
