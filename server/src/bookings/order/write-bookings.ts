import { type AuditRecord, recordActions } from '#src/audit/audit.service.ts'
import type { BookingOrigin, BookingRow, Db } from '#src/database/schema.ts'
import type { FriendSeat } from '#src/inventory/commands/sell.ts'
import { type ConfirmedBooking, queueBookingMails } from '#src/messages/mail/outbox.service.ts'
import { changeBalances } from '#src/vouchers/vouchers.service.ts'
import { type BookingDraft, type OrderCommand, placeIdsOf } from './order.ts'
import * as statements from './orders.sql.ts'
import type { StaffTerms } from './staff-terms.ts'

/** A booking that is written. */
export interface NewBooking {
  order: OrderCommand
  /** Null: the buyer gets no mail. */
  bookingMail: ConfirmedBooking | null
  draft: BookingDraft
  friendSeats: FriendSeat[]
  /** House seats that become places of the booking. */
  housePlaces: readonly statements.HousePlace[]
}

/** The statements that write new bookings, table by table. */
export function statementsOfBookings(written: readonly NewBooking[]) {
  const write = <Row>(
    rowsOf: (booking: NewBooking) => readonly Row[],
    statement: (db: Db, rows: readonly Row[]) => Promise<unknown>,
  ) => {
    const rows = written.flatMap(rowsOf)
    return rows.length > 0 ? [(tx: Db) => statement(tx, rows)] : []
  }
  const rows = written.map(({ draft }) => draft.row)
  const places = written.flatMap(({ draft }) => draft.places)
  return [
    (tx: Db) => statements.insertOrders(tx, rows, places),
    ...write(({ housePlaces }) => housePlaces, statements.removeHousePlaces),
    ...write(voucherPayments, changeBalances),
    ...write(friendSeats, statements.recordFriends),
    ...write(({ bookingMail }) => (bookingMail ? [bookingMail] : []), queueBookingMails),
    ...write(auditRecords, recordActions),
  ]
}

const voucherPayments = ({ draft: { row } }: NewBooking) =>
  row.voucher_id === null ? [] : [{ voucher: row.voucher_id, change: -row.voucher_amount }]

const friendSeats = ({ draft, friendSeats: seats }: NewBooking) =>
  seats.map((seat) => ({ ...seat, bookingId: draft.row.id }))

/** The audit of a sale at the counter, or of house seats. */
const auditRecords = ({ order, draft: { row } }: NewBooking): AuditRecord[] =>
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
        after: { bookingId: row.id, placeIds, giveBackAt: terms.giveBackAt },
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
