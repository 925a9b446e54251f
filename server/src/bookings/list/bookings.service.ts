import {
  BOOKINGS_PER_PAGE,
  type Booking,
  isCancelledBooking,
} from '@marquee/contract/bookings/bookings'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { findRefusedAddresses } from '#src/messages/mail/outbox.service.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'

/** A page of the bookings of one user, those that are not over first, each the newest first. `before`: the id of the last one of the page before. */
export async function listBookings(
  ctx: Context,
  userId: string,
  before?: string,
): Promise<Booking[]> {
  const page = { before, limit: BOOKINGS_PER_PAGE }
  const { rows } = await bookings.selectBookingIdsOfUser(ctx.reader, userId, page)
  const ids = rows.map(({ id }) => id)
  const found = await bookings.selectBookingsByIds(ctx.reader, ids)
  const byId = new Map(found.map((row) => [row.id, row]))
  return viewBookings(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

export async function readBooking(ctx: Context, id: string) {
  const [booking] = await viewBookings(ctx, [await bookings.selectBooking(ctx.reader, id)])
  return booking as Booking
}

async function viewBookings({ reader, config }: Context, rows: bookings.BookingDetailsRow[]) {
  const ids = rows.map(({ id }) => id)
  const placesOf = byBooking((await bookings.placesOfBookings(reader, ids)).rows)
  const cancelled = ids.filter((id) => isCancelledBooking(placesOf.get(id) ?? []))
  const former = cancelled.length > 0 ? await bookings.formerPlacesOf(reader, cancelled) : undefined
  const formerOf = byBooking(former?.rows ?? [])
  const [cinemaChanges, refusedAddresses] = await Promise.all([
    loadCinemaChanges(reader, rows),
    findRefusedAddresses(reader, ids),
  ])
  return rows.map((row) => {
    const places = placesOf.get(row.id) ?? formerOf.get(row.id) ?? []
    const details = {
      isCancelled: cancelled.includes(row.id),
      refusedEmail: refusedAddresses.get(row.id),
      ...cinemaChanges(row.id),
    }
    return bookingView({ ...row, ...details }, places, config.timeZone)
  })
}

/** Returns a function that tells where the show of a booking was before its last move in time, and whether the booking has lost seats. Each grants a full refund. */
async function loadCinemaChanges(reader: Db, rows: readonly bookings.BookingDetailsRow[]) {
  const ids = rows.flatMap(({ id, full_refund_until: until }) => (until == null ? [] : id))
  if (ids.length === 0) return () => ({})
  const [moves, lost] = await Promise.all([
    bookings.selectMovesInTime(reader, ids),
    bookings.selectBookingsWithLostSeats(reader, ids),
  ])
  const movedFrom = new Map(moves.rows.map((move) => [move.booking_id, move]))
  const lostIds = new Set(lost.rows.map(({ id }) => id))
  return (id: string) => ({ movedFrom: movedFrom.get(id), hasLostSeats: lostIds.has(id) })
}

const byBooking = (places: bookings.BookedPlaceDetailsRow[]) =>
  Map.groupBy(places, ({ booking_id }) => booking_id)
