import { recordActions } from '../audit/audit.service.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { NOTHING_ELSEWHERE } from '../inventory/rules/requester.ts'
import { sellPlaces } from '../inventory/sales.ts'
import type { ShowtimeUnit } from '../inventory/showtimes.ts'
import { queueStaffChangeMails } from '../messages/mail/outbox.service.ts'
import { insertPlaces } from './bookings.sql.ts'
import { addMoveNotices, type MovedBooking } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import { type BookingMove, type MovedPlace, moneyBackOf } from './show-move-plan.ts'
import * as statements from './show-moves.sql.ts'

/** Locks the accounts of bookings before the bookings: the notices refer to them, and the deletion of an account locks in this order. */
export const lockOwners = (tx: Db, { rows }: { rows: readonly { user_id: string }[] }) =>
  lockUsers(
    tx,
    rows.map(({ user_id }) => user_id),
  )

/** Bookings of one show get new places. The old ones are released already. */
interface NewPlaces {
  showtimeId: string
  moves: readonly { booking: BookingMove['booking']; places: readonly MovedPlace[] }[]
}

export async function sellNewPlaces(unit: ShowtimeUnit, { showtimeId, moves }: NewPlaces) {
  const taken = moves.flatMap(({ booking, places }) =>
    places.flatMap(({ from, to }) => (to ? { ...to, from, userId: booking.user_id } : [])),
  )
  await insertPlaces(
    unit.tx,
    taken.map(({ booking_id, place_id, price, vehicle_number }) => ({
      booking_id,
      place_id,
      price,
      vehicle_number,
    })),
  )
  for (const { booking_id: bookingId, place_id: placeId, userId, from } of taken) {
    // The limits count the new place as the old one.
    const requester = {
      account: userId,
      mailbox: from.mailbox,
      address: from.address,
      confirmedAddress: from.confirmed_address,
      holder: `move of ${showtimeId}`,
      networkAddress: null,
      provenStep: 0,
      elsewhere: NOTHING_ELSEWHERE,
    }
    sellPlaces(unit, showtimeId, { requester, bookingId, placeIds: [placeId], isByStaff: true })
  }
}

/** A booking whose places a command of the cinema changes, and what its owner reads. */
interface ChangedBooking extends MovedBooking {
  /** Until when it can be cancelled for a full refund. Null: that does not change. Epoch milliseconds. */
  refundUntil: number | null
}

interface ChangedBookings {
  show: { id: string; movie: string }
  bookings: readonly ChangedBooking[]
  /** Where the show was and is, for the audit. Left out if that stays. */
  before?: object
  after?: object
  /** The show has another start. */
  isRescheduled: boolean
  reason: string
  deviceId: string
}

/** Writes what follows from new places: refunds, audit, mails and notices. The places are sold already. */
export async function writeChangedBookings(tx: Db, change: ChangedBookings) {
  const { show, bookings, isRescheduled } = change
  const idsOf = (of: readonly ChangedBooking[]) => of.map(({ move }) => move.booking.booking_id)
  const cancelledIds = idsOf(bookings.filter(({ isCancelled }) => isCancelled))
  for (const { move } of bookings) await refundBooking(tx, move, change)
  await statements.updateBookings(tx, idsOf(bookings), cancelledIds)
  await statements.extendFullRefunds(
    tx,
    bookings.flatMap(({ move, refundUntil }) =>
      refundUntil === null ? [] : { bookingId: move.booking.booking_id, until: refundUntil },
    ),
  )
  await statements.deleteReminders(tx, isRescheduled ? idsOf(bookings) : cancelledIds)
  await recordActions(tx, auditRecords(change))
  await queueStaffChangeMails(tx, mailsOf(bookings))
  await addMoveNotices(tx, show.movie, bookings)
}

/** Records the places that a booking loses, and its refund. */
async function refundBooking(
  tx: Db,
  { booking: { booking_id: bookingId }, seats, slots, refund }: BookingMove,
  { show, reason, deviceId }: Pick<ChangedBookings, 'show' | 'reason' | 'deviceId'>,
) {
  const lost = [...seats, ...slots].filter(({ to }) => to === null)
  if (lost.length > 0)
    await changes.insertCancelled(
      tx,
      { id: bookingId, showtime_id: show.id },
      lost.map(({ from, refund: amount }) => ({ ...from, refund: amount })),
    )
  if (refund > 0)
    await changes.insertPayment(tx, { bookingId, kind: 'refund', amount: refund, reason, deviceId })
}

const auditRecords = ({ show, bookings, before, after, reason, deviceId }: ChangedBookings) =>
  bookings.map(({ move }) => {
    const placeIds = placeIdsOf(move)
    return {
      ...{ deviceId, reason, action: 'booking.move' as const, subjectType: 'booking' as const },
      subject: move.booking.booking_id,
      before: { showtimeId: show.id, ...before, placeIds: placeIds.from },
      after: { showtimeId: show.id, ...after, placeIds: placeIds.to, refund: move.refund },
    }
  })

const placeIdsOf = ({ seats, slots }: BookingMove) => ({
  from: [...seats, ...slots].map(({ from }) => from.place_id),
  to: [...seats, ...slots].flatMap(({ to }) => to?.place_id ?? []),
})

/** Rupees that buyers get. */
export const sumRefunds = (moves: readonly BookingMove[]) =>
  moves.reduce((sum, move) => sum + moneyBackOf(move), 0)

export const countMails = (moves: readonly BookingMove[]) =>
  moves.filter(({ booking }) => booking.email !== null).length

export const bookingPlanView = (move: BookingMove) => {
  const { booking, isSeated, isTogether, seats, slots } = move
  return {
    ...{ _id: booking.booking_id, reference: booking.reference, channel: booking.channel },
    ...{ losesSeats: !isSeated, isCancelled: seats.every(({ to }) => to === null) },
    ...{ isTogether: isSeated && isTogether, refund: moneyBackOf(move) },
    hasEmail: booking.email !== null,
    losesAccess: seats.some(({ losesAccess }) => losesAccess),
    seats: seats.map(({ from, label }) => ({ from: from.label, to: label })),
    slots: slots.map(({ from, label }) => ({ from: from.label, to: label })),
  }
}

/** The accounts of bookings, each once. */
export const ownersOf = (bookings: readonly BookingMove[]) =>
  new Set(bookings.flatMap(({ booking }) => booking.user_id ?? []))

/** Each begins with what has changed. A booking without an email has none. */
const mailsOf = (moved: readonly MovedBooking[]) =>
  moved.flatMap(({ move: { booking }, isCancelled, texts: { change, reason, consequences } }) =>
    booking.email === null
      ? []
      : {
          ...{ bookingId: booking.booking_id, userId: booking.user_id, to: booking.email },
          isCancelled,
          paragraphs: [change, reason, ...consequences],
        },
  )
