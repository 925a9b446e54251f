import { ticketPath } from '@marquee/contract/pages'
import { recordActions } from '#src/audit/audit.service.ts'
import type { Db } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import type { FriendSeat } from '#src/inventory/commands/sell.ts'
import { deleteReminders, queueChangeMails } from '#src/messages/mail/outbox.service.ts'
import { addNotices } from '#src/messages/notices/notices.service.ts'
import { changeBalances, insertVouchers, toVoucherRow } from '#src/vouchers/vouchers.service.ts'
import { deletePlaces, insertPlaces, recordFriends } from '../order/orders.sql.ts'
import * as statements from './changes.sql.ts'
import type { BookingChange } from './planners/booking-change.ts'
import { takingsOfChange } from './planners/change-takings.ts'
import { ledgerRowsOf, newVoucherAmount } from './planners/ledger-rows.ts'

/** A change that is decided, with what its booking and its request tell. */
export interface DecidedChange extends BookingChange {
  /** The seats of friends that the buyer pays for. */
  friendSeats?: readonly FriendSeat[]
  key?: { key_hash: string; request_hash: string } | undefined
}

/** Writes changes of bookings under the locks of their showtimes, each booking once. */
export const writeChanges = (tx: Db, changes: readonly DecidedChange[]) =>
  awaitAll(statementsOfChanges(changes).map((send) => () => send(tx)))

/**
 * The statements that write changes: places, ledger, passes, reminders, mails, notices and audit, table by table. Their number does not depend on
 * the number of changes.
 */
export function statementsOfChanges(changes: readonly DecidedChange[]) {
  const write = <Row>(
    rowsOf: (change: DecidedChange) => readonly Row[],
    statement: (db: Db, rows: readonly Row[]) => Promise<unknown>,
  ) => {
    const rows = changes.flatMap(rowsOf)
    return rows.length > 0 ? [(tx: Db) => statement(tx, rows)] : []
  }
  return [
    ...write(cancelledPlaces, statements.insertCancelled),
    ...write(leftPlaces, deletePlaces),
    ...write(newPlaces, insertPlaces),
    ...write(newVehicles, statements.updateVehicles),
    ...write(friendSeats, recordFriends),
    ...write(newPayments, statements.insertPayments),
    ...write(voucherRefunds, changeBalances),
    ...write(newVouchers, insertVouchers),
    ...write(newTakings, statements.insertTakings),
    ...write((change) => [bookingUpdate(change)], statements.updateBookings),
    ...write(changeKeys, statements.insertKeys),
    ...write(bookingsWithoutReminder, deleteReminders),
    ...write((change) => [mailOf(change)], queueChangeMails),
    ...write((change) => [noticeOf(change)], addNotices),
    ...write((change) => [auditRecord(change)], recordActions),
  ]
}

const cancelledPlaces = ({ booking, givenBack }: BookingChange) =>
  givenBack.flatMap(({ refund, ...place }) =>
    refund === null
      ? []
      : { ...place, refund, booking_id: booking.id, showtime_id: booking.showtime_id },
  )

const leftPlaces = ({ booking, givenBack }: BookingChange) =>
  givenBack.map(({ place_id }) => ({ booking_id: booking.id, place_id }))

const newPlaces = ({ booking, taken }: BookingChange) =>
  taken.map(({ place_id, price, vehicle_number }) => ({
    booking_id: booking.id,
    place_id,
    price,
    vehicle_number,
  }))

const newVehicles = ({ booking, vehicle }: BookingChange) =>
  vehicle
    ? [
        {
          booking_id: booking.id,
          place_id: vehicle.slotId,
          vehicle_number: vehicle.vehicleNumber,
        },
      ]
    : []

const friendSeats = ({ booking, friendSeats: seats = [] }: DecidedChange) =>
  seats.map((seat) => ({ ...seat, bookingId: booking.id }))

const newPayments = (change: BookingChange) =>
  ledgerRowsOf(change).map((row, index) => ({
    ...row,
    booking_id: change.booking.id,
    position: index + 1,
    reason: change.by.reason ?? null,
    device_id: change.by.deviceId,
  }))

/** Refunds to vouchers that have paid. */
const voucherRefunds = (change: BookingChange) =>
  ledgerRowsOf(change).flatMap(({ kind, voucher_id: voucher, amount }) =>
    kind === 'refund' && voucher !== null && voucher !== change.newVoucher?.id
      ? { voucher, change: amount }
      : [],
  )

const newVouchers = (change: BookingChange) => {
  const { booking, by, newVoucher } = change
  const amount = newVoucherAmount(change)
  if (!newVoucher || amount === 0) return []
  const reason = by.reason ?? ''
  return [
    {
      ...toVoucherRow(newVoucher),
      amount,
      reason,
      device_id: by.deviceId,
      booking_id: booking.id,
    },
  ]
}

/** They count at the moment of the payments of the change. */
const newTakings = (change: BookingChange) => {
  const payments = newPayments(change)
  return takingsOfChange(change, payments).map(({ showtimeId, refundedTickets, ...amounts }) => ({
    ...amounts,
    booking_id: change.booking.id,
    showtime_id: showtimeId,
    device_id: change.by.deviceId,
    refunded_tickets: refundedTickets,
    has_payment: Number(payments.length > 0),
  }))
}

const bookingUpdate = (change: BookingChange) => ({
  booking: change.booking.id,
  showtime: change.showtimeId,
  cancelled_by: change.isCancelled && change.isByCinema ? ('cinema' as const) : null,
  cap: change.refundCap,
  fee: exchangeFee(change),
  refund_until: change.refundUntil,
  issues: Number(change.hasNewPasses),
})

/** Of cancelled places, their rows tell what was not given back. */
const exchangeFee = ({ fee, givenBack }: BookingChange) =>
  givenBack.every(({ refund }) => refund === null) ? fee : 0

const changeKeys = ({ booking, key }: DecidedChange) =>
  key ? [{ ...key, booking_id: booking.id }] : []

/** Also a reminder that was sent goes: a booking at another time gets another one. */
const bookingsWithoutReminder = ({ booking, ...change }: BookingChange) =>
  change.isCancelled || change.isRescheduled || change.showtimeId !== booking.showtime_id
    ? [booking.id]
    : []

const mailOf = ({ booking, by, isCancelled, mail }: BookingChange) => ({
  bookingId: booking.id,
  userId: booking.user_id,
  to: booking.email,
  isByStaff: by.deviceId !== null,
  isCancelled,
  paragraphs: mail,
})

const noticeOf = ({ booking: { reference, user_id }, isCancelled, notice }: BookingChange) => ({
  userId: user_id,
  kind: isCancelled ? ('cancelled' as const) : ('changed' as const),
  title: `Booking ${reference} ${isCancelled ? 'is cancelled' : 'has changed'}`,
  text: notice,
  link: ticketPath(reference),
})

const auditRecord = ({ booking, by, audit }: BookingChange) => ({
  ...audit,
  deviceId: by.deviceId,
  reason: by.reason,
  subjectType: 'booking' as const,
  subject: booking.id,
})
