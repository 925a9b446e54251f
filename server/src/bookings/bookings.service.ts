import { BOOKINGS_PER_PAGE, type Booking } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import { findUser } from '../accounts/sign-in/accounts.service.ts'
import type { Context } from '../context.ts'
import { isForeignKeyViolation } from '../database/error-kinds.ts'
import type { Db } from '../database/schema.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { assertNoGap } from '../inventory/gap-check.ts'
import { findRefusedAddresses } from '../messages/mail/outbox.service.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
import { placeIdsOf, type VisitorOrder } from './order.ts'
import { placeOrder } from './orders.ts'

/**
 * Books all places of the order in one transaction, or none. The server computes the price.
 * Throws NOT_FOUND, CLOSED, LIMIT, TAKEN with the lost places, CHALLENGE, PRICE_MISMATCH with the right total, ALREADY_BOOKED with the
 * reference, GAP, KEY_REUSED when a key comes back with another order, UNAUTHENTICATED when the account is deleted, INVALID.
 */
export async function book(ctx: Context, order: VisitorOrder): Promise<Booking> {
  const { request, holder } = order
  await assertNoGap(ctx, { showtimeId: request.showtimeId, holder, seatIds: request.seatIds })
  const result = await submitOrder(ctx, order)
  if ('earlierBookingId' in result) return readBooking(ctx, result.earlierBookingId)
  const { showtimeId, seatIds, parkingSlotIds } = order.request
  const { _id: bookingId, totalCost } = result.booking
  const places = { seats: seatIds.length, slots: parkingSlotIds.length }
  ctx.log.info({ bookingId, showtimeId, ...places, totalCost }, 'booking created')
  return result.booking
}

/** The refusals of an order that was booked before, without a key or with another one: its places are sold to its own buyer, or the showtime has closed. */
const POSSIBLE_REPEAT = new Set(['TAKEN', 'CLOSED'])

async function submitOrder(ctx: Context, order: VisitorOrder) {
  try {
    return await placeOrder(ctx, order)
  } catch (error) {
    if (error instanceof AppError && POSSIBLE_REPEAT.has(error.code))
      await assertNotAlreadyBooked(ctx, order)
    // The account was deleted in the meantime.
    if (isForeignKeyViolation(error) && !(await findUser(ctx, order.userId)))
      throw unauthenticated(SESSION_ENDED)
    throw error
  }
}

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
  const cancelled = ids.filter((id) => !placesOf.has(id))
  const former = cancelled.length > 0 ? await bookings.formerPlacesOf(reader, cancelled) : undefined
  const formerOf = byBooking(former?.rows ?? [])
  const [cinemaChanges, refusedAddresses] = await Promise.all([
    loadCinemaChanges(reader, rows),
    findRefusedAddresses(reader, ids),
  ])
  return rows.map((row) => {
    const places = placesOf.get(row.id) ?? formerOf.get(row.id) ?? []
    const facts = {
      isCancelled: formerOf.has(row.id),
      refusedEmail: refusedAddresses.get(row.id),
      ...cinemaChanges(row.id),
    }
    return bookingView({ ...row, ...facts }, places, config.timeZone)
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

/** Throws ALREADY_BOOKED if the user has booked exactly these places. */
async function assertNotAlreadyBooked({ reader }: Context, { userId, request }: VisitorOrder) {
  const wanted = placeIdsOf(request)
  const { showtimeId } = request
  const { rows } = await bookings.selectBookingsWithPlaces(reader, userId, showtimeId, wanted)
  for (const { id, reference } of rows) {
    const booked = await bookings.selectPlaceIds(reader, id)
    const isSame =
      booked.length === wanted.length && booked.every(({ place_id }) => wanted.includes(place_id))
    if (!isSame) continue
    throw new AppError(409, 'ALREADY_BOOKED', `You have already booked these: ${reference}.`, {
      bookingReference: reference,
    })
  }
}
