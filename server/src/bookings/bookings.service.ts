import type { Booking } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import { cinemaDate, cinemaTime } from '@marquee/contract/time'
import { findUser } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'
import { isForeignKeyViolation } from '../database/error-kinds.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { bookingConfirmation } from '../mail/booking-confirmation.ts'
import { place } from './bookings.batcher.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
import { type BookingOrder, placeIdsOf } from './order.ts'

export type { BookingOrder as Order }

/**
 * Books what was asked for in one transaction, or nothing. The price is the server's own.
 * Throws NOT_FOUND, CLOSED, LIMIT, TAKEN with the lost places, PRICE_MISMATCH with the right total,
 * ALREADY_BOOKED with the reference, KEY_REUSED when a key comes back with another order, UNAUTHENTICATED for an
 * account that is gone.
 */
export async function book(ctx: Context, order: BookingOrder): Promise<Booking> {
  const placed = await placeOnce(ctx, order)
  if ('madeBefore' in placed) return readBooking(ctx, placed.madeBefore)
  const { booking, email } = placed
  // The booking stands whether or not its mail can be written.
  confirm(ctx, email, booking).catch((err) => ctx.log.warn({ err }, 'no mail'))
  return booking
}

/** Tells the buyer by mail. */
async function confirm({ config, sendMail }: Context, email: string, booking: Booking) {
  const startsAt = Date.parse(booking.showtimeId.startTime)
  const mail = bookingConfirmation({
    to: email,
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
  await sendMail(mail)
}

/** What an order that has already been booked runs into when it is sent again: its own booking, or the cutoff since. */
const MAY_BE_REPEATS = new Set(['TAKEN', 'CLOSED'])

async function placeOnce(ctx: Context, order: BookingOrder) {
  try {
    return await place(ctx, order)
  } catch (error) {
    if (error instanceof AppError && MAY_BE_REPEATS.has(error.code)) await refuseRepeat(ctx, order)
    // Deleted while the order was on its way: nobody is signed in any more.
    if (isForeignKeyViolation(error) && !(await findUser(ctx, order.userId)))
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

/** Who sends an order again without a key hears of the booking they have, instead of losing to themselves. */
async function refuseRepeat({ db }: Context, { userId, request }: BookingOrder) {
  const wanted = placeIdsOf(request)
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
