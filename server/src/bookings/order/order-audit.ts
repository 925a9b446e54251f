import type { AuditRecord } from '#src/audit/audit.service.ts'
import type { BookingOrigin, BookingRow } from '#src/database/schema.ts'
import { type NewBooking, placeIdsOf } from './order.ts'
import type { StaffTerms } from './staff-terms.ts'

/** Of a sale at the counter, or of house seats. */
export const auditRecords = ({ order, draft: { row } }: NewBooking): AuditRecord[] =>
  order.staff ? [auditRecord(order.staff, row, placeIdsOf(order.request))] : []

const auditRecord = (
  terms: StaffTerms,
  row: BookingRow & BookingOrigin,
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
          ...(terms.isFromHouseSeats && { isFromHouseSeats: true }),
          totalCost: row.total_cost,
          ...(row.voucher_id !== null && {
            voucherId: row.voucher_id,
            voucherAmount: row.voucher_amount,
          }),
        },
      }
