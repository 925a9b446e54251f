import { SESSION_ENDED } from '@marquee/contract/accounts'
import type { Booking, BookingRequest } from '@marquee/contract/bookings'
import { cinemaDate, cinemaTime } from '@marquee/contract/time'
import { findUser } from '../accounts/accounts.service.ts'
import { announce } from '../claims/announce.ts'
import { sellPlaces } from '../claims/claims.service.ts'
import type { Context } from '../context.ts'
import { inTransaction, isOrphan } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { bookingConfirmation } from '../mail/booking-confirmation.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
import { fingerprint, placesOf, refuseWrongPrice, totalOf, vehicleFor } from './order.ts'
import { newReference } from './reference.ts'

export interface Order {
  userId: string
  holder: string
  request: BookingRequest
  /** The same key gives the same booking, once, also after a crash. */
  key?: string | undefined
}

/**
 * Books what was asked for in one transaction, or nothing. The price is the server's own.
 * Throws NOT_FOUND, CLOSED, LIMIT, TAKEN with the lost places, PRICE_MISMATCH with the right total,
 * ALREADY_BOOKED with the reference, KEY_REUSED when a key comes back with another order, UNAUTHENTICATED for an
 * account that is gone.
 */
export async function book(ctx: Context, order: Order): Promise<Booking> {
  const { id, displaced } = await placeOnce(ctx, order)
  const isNew = displaced !== undefined
  if (isNew) announce(ctx, { touched: [order.request.showtimeId], displaced })
  const booking = await readBooking(ctx, id)
  // The booking stands whether or not its mail can be written.
  if (isNew) confirm(ctx, order.userId, booking).catch((err) => ctx.log.warn({ err }, 'no mail'))
  return booking
}

/** Tells the buyer by mail. */
async function confirm(ctx: Context, userId: string, booking: Booking) {
  const { config } = ctx
  const user = await findUser(ctx, userId)
  if (!user) return
  const startsAt = Date.parse(booking.showtimeId.startTime)
  const mail = bookingConfirmation({
    to: user.email,
    brandName: config.brandName,
    movie: booking.movieId.name,
    screen: booking.showtimeId.screen,
    date: cinemaDate(startsAt, config.timeZone),
    time: cinemaTime(startsAt, config.timeZone),
    seats: booking.seats.map(({ seatNumber }) => seatNumber),
    slots: booking.parkingSlots.map(({ slotNumber }) => slotNumber),
    reference: booking.bookingReference,
    total: booking.totalCost,
  })
  await ctx.sendMail(mail)
}

/** What an order that has already been booked runs into when it is sent again: its own booking, or the cutoff since. */
const MAY_BE_REPEATS = new Set(['TAKEN', 'CLOSED'])

async function placeOnce(ctx: Context, order: Order) {
  try {
    return await inTransaction(ctx.db, { durable: true }, (tx) => place(tx, order))
  } catch (error) {
    if (error instanceof AppError && MAY_BE_REPEATS.has(error.code)) await refuseRepeat(ctx, order)
    // Deleted while the order was on its way: nobody is signed in any more.
    if (isOrphan(error) && !(await findUser(ctx, order.userId)))
      throw unauthenticated(SESSION_ENDED)
    throw error
  }
}

/** The bookings of one person, newest first. */
export async function listBookings(ctx: Context, userId: string): Promise<Booking[]> {
  const rows = await bookings.viewsOfUser(ctx.reader, userId)
  const ids = rows.map(({ id }) => id)
  const { rows: places } = await bookings.placesOfBookings(ctx.reader, ids)
  const byBooking = Map.groupBy(places, ({ booking_id }) => booking_id)
  return rows.map((row) => bookingView(row, byBooking.get(row.id) ?? [], ctx.config.timeZone))
}

async function readBooking(ctx: Context, id: string) {
  const { rows: places } = await bookings.placesOfBookings(ctx.reader, [id])
  return bookingView(await bookings.viewOf(ctx.reader, id), places, ctx.config.timeZone)
}

async function place(tx: Db, { userId, holder, request, key }: Order) {
  const places = await placesOf(tx, request)
  const hash = fingerprint(request)
  const id = crypto.randomUUID()
  const inserted = await bookings.insertBooking(tx, {
    id,
    reference: newReference(),
    user_id: userId,
    showtime_id: request.showtimeId,
    phone: request.phone?.trim() ?? null,
    total_cost: totalOf(places),
    payment_status: 'Paid',
    created_at: 0,
    idempotency_key: key ?? null,
    request_hash: hash,
  })
  if (!inserted) return { id: await sameOrder(tx, { userId, key: key ?? '', hash }) }

  refuseWrongPrice(request, places)
  const { showtimeId, seatIds } = request
  const placeIds = places.map(({ id: placeId }) => placeId)
  const sale = { showtimeId, placeIds, seatIds, holder, bookingId: id }
  const { soldAt, displaced } = await sellPlaces(tx, sale)
  await bookings.setCreatedAt(tx, id, soldAt)
  await bookings.insertPlaces(
    tx,
    places.map(({ id: placeId, price }) => ({
      booking_id: id,
      place_id: placeId,
      price,
      vehicle_number: vehicleFor(request, placeId),
    })),
  )
  return { id, displaced }
}

/** Who sends an order again without a key hears of the booking they have, instead of losing to themselves. */
async function refuseRepeat({ db }: Context, { userId, request }: Order) {
  const wanted = [...request.seatIds, ...request.parkingSlotIds]
  const { rows } = await bookings.bookingsOf(db, userId, request.showtimeId, wanted)
  for (const { id, reference } of rows) {
    const booked = await bookings.placeIdsOf(db, id)
    const isSame =
      booked.length === wanted.length && booked.every(({ place_id }) => wanted.includes(place_id))
    if (!isSame) continue
    throw new AppError(409, 'ALREADY_BOOKED', `You have already booked these: ${reference}.`, {
      bookingReference: reference,
    })
  }
}

/** The booking that a key has already made, if this is the same order. */
async function sameOrder(
  tx: Db,
  { userId, key, hash }: { userId: string; key: string; hash: string },
) {
  const made = await bookings.bookingByKey(tx, userId, key)
  if (made?.request_hash === hash) return made.id
  throw new AppError(422, 'KEY_REUSED', 'This key has already been used for another booking.')
}
