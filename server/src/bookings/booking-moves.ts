import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { sellPlaces } from '../inventory/sales.ts'
import { insertPlaces } from './bookings.sql.ts'
import type { MovedBooking } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import type { BookingMove, MovedPlace } from './show-move-plan.ts'

/** Bookings of one show get new places. The old ones are released already. */
interface NewPlaces {
  showtimeId: string
  moves: readonly { booking: BookingMove['booking']; places: readonly MovedPlace[] }[]
}

export async function sellNewPlaces(
  { config }: Pick<Context, 'config'>,
  tx: Db,
  { showtimeId, moves }: NewPlaces,
) {
  const taken = moves.flatMap(({ booking, places }) =>
    places.flatMap(({ to }) => (to ? { ...to, userId: booking.user_id } : [])),
  )
  await sellPlaces(
    tx,
    taken.map(({ booking_id: bookingId, place_id: placeId, userId }) => ({
      ...{ showtimeId, placeId, bookingId, userId, holder: `move of ${showtimeId}` },
      ...{ friend: null, limitedAddress: null, isByStaff: true },
    })),
    config,
  )
  await insertPlaces(
    tx,
    taken.map(({ booking_id, place_id, price, vehicle_number }) => ({
      ...{ booking_id, place_id, price, vehicle_number },
    })),
  )
}

interface RefundTerms {
  showtimeId: string
  reason: string
  deviceId: string
}

/** Records the places that a booking loses, and its refund. */
export async function refundBooking(
  tx: Db,
  { booking: { booking_id: bookingId }, seats, slots, refund }: BookingMove,
  { showtimeId, reason, deviceId }: RefundTerms,
) {
  const lost = [...seats, ...slots].filter(({ to }) => to === null)
  if (lost.length > 0)
    await changes.insertCancelled(
      tx,
      { id: bookingId, showtime_id: showtimeId },
      lost.map(({ from, refund: amount }) => ({ ...from, refund: amount })),
    )
  if (refund > 0)
    await changes.insertPayment(tx, { bookingId, kind: 'refund', amount: refund, reason, deviceId })
}

export const placeIdsOf = ({ seats, slots }: BookingMove) => ({
  from: [...seats, ...slots].map(({ from }) => from.place_id),
  to: [...seats, ...slots].flatMap(({ to }) => to?.place_id ?? []),
})

export const sumRefunds = (moves: readonly BookingMove[]) =>
  moves.reduce((sum, { refund }) => sum + refund, 0)

export const countMails = (moves: readonly BookingMove[]) =>
  moves.filter(({ booking }) => booking.email !== null).length

export const bookingPlanView = ({
  booking,
  isSeated,
  isTogether,
  seats,
  slots,
  refund,
}: BookingMove) => ({
  ...{ _id: booking.booking_id, reference: booking.reference, channel: booking.channel },
  ...{ losesSeats: !isSeated, isCancelled: seats.every(({ to }) => to === null) },
  ...{ isTogether: isSeated && isTogether, refund, hasEmail: booking.email !== null },
  losesAccess: seats.some(({ losesAccess }) => losesAccess),
  seats: seats.map(({ from, label }) => ({ from: from.label, to: label })),
  slots: slots.map(({ from, label }) => ({ from: from.label, to: label })),
})

/** The accounts of bookings, each once. */
export const ownersOf = (bookings: readonly BookingMove[]) =>
  new Set(bookings.flatMap(({ booking }) => booking.user_id ?? []))

/** Each begins with what has changed. A booking without an email has none. */
export const mailsOf = (moved: readonly MovedBooking[]) =>
  moved.flatMap(({ booking, isCancelled, texts: { change, reason, consequences } }) =>
    booking.email === null
      ? []
      : {
          ...{ bookingId: booking.booking_id, userId: booking.user_id, to: booking.email },
          isCancelled,
          paragraphs: [change, reason, ...consequences],
        },
  )
