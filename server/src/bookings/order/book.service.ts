import { createHash, randomInt } from 'node:crypto'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import {
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  REFERENCE_PREFIX,
} from '@marquee/contract/bookings/booking-reference'
import type { Booking } from '@marquee/contract/bookings/bookings'
import { parseVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { findUser } from '#src/accounts/sign-in/accounts.service.ts'
import type { Context } from '#src/context.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#src/database/error-kinds.ts'
import { newId } from '#src/database/rows/new-id.ts'
import { AppError, unauthenticated } from '#src/errors.ts'
import { assertNoGap } from '#src/inventory/holds/gap-check.ts'
import { resetReleased, withRequester } from '#src/inventory/requests/requests.ts'
import { submitCommand } from '#src/inventory/showtimes.ts'
import { recipientKey } from '#src/messages/mail/recipient-key.ts'
import { endTurn } from '#src/waiting-room/positions.service.ts'
import { readBooking } from '../list/bookings.service.ts'
import { type BookingIdentity, type BookingOrder, placeIdsOf, type VisitorOrder } from './order.ts'
import { orderKind, type PlacedOrder } from './order-command.ts'
import * as statements from './orders.sql.ts'

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
  await endTurnOf(ctx, order)
  const { _id: bookingId, totalCost } = result.booking
  const places = { seats: seatIds.length, slots: parkingSlotIds.length }
  ctx.log.info({ bookingId, showtimeId, ...places, totalCost }, 'booking created')
  return result.booking
}

/** The booking is made: without this, the turn ends a while later by itself. */
async function endTurnOf(ctx: Context, { request, holder, userId, email, ...order }: VisitorOrder) {
  const { isConfirmed = false } = order
  const { showtimeId } = request
  const visitor = { showtimeId, visitorId: holder, userId, email: email ?? null, isConfirmed }
  await endTurn(ctx, visitor).catch((error: unknown) =>
    ctx.log.warn({ err: error, showtimeId }, 'turn could not be ended'),
  )
}

/** An order that was booked before, without a key or with another one, is refused with one of these codes. */
const POSSIBLE_REPEAT = new Set(['TAKEN', 'CLOSED', 'QUEUE'])

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

/** Throws ALREADY_BOOKED if the user has booked exactly these places. */
async function assertNotAlreadyBooked({ reader }: Context, { userId, request }: VisitorOrder) {
  const wanted = placeIdsOf(request)
  const { showtimeId } = request
  const { rows } = await statements.selectBookingsWithPlaces(reader, userId, showtimeId, wanted)
  for (const { id, reference } of rows) {
    const booked = await statements.selectPlaceIds(reader, id)
    const isSame =
      booked.length === wanted.length && booked.every(({ place_id }) => wanted.includes(place_id))
    if (!isSame) continue
    throw new AppError(409, 'ALREADY_BOOKED', `You have already booked these: ${reference}.`, {
      bookingReference: reference,
    })
  }
}

/** Submits an order. Throws what `book` throws. */
export async function placeOrder(ctx: Context, order: BookingOrder): Promise<PlacedOrder> {
  try {
    return await submit(ctx, order)
  } catch (error) {
    // An order with the same key was booked at another show, or the reference exists already.
    if (!isUniqueViolation(error)) throw error
    return submit(ctx, order)
  }
}

async function submit(ctx: Context, order: BookingOrder) {
  const { showtimeId, proof } = order.request
  const placeIds = placeIdsOf(order.request)
  const { userId, email, holder, friend, address, isConfirmed = false } = order
  const visitor = {
    showtimeId,
    holder,
    ...(order.staff
      ? {}
      : { userId, email: email ?? null, friend, proof, address: address ?? null, isConfirmed }),
    needsNoTurn: order.staff !== undefined || (await isRepeated(ctx, order)),
  }
  const unproven =
    email && !isConfirmed ? { recipient: email, recipientKey: recipientKey(ctx, email) } : undefined
  const placed = await withRequester(ctx, visitor, {
    places: placeIds.length,
    run: (requester) =>
      submitCommand(ctx, orderKind, showtimeId, {
        ...order,
        ...newIdentity(order),
        requester,
        unproven,
        countsBookings: ctx.config.rateLimits,
      }),
  })
  resetReleased(ctx, visitor)
  return placed
}

/** The key has made a booking already, which ended the turn of the visitor. */
async function isRepeated({ reader, queues }: Context, { request, userId, key }: BookingOrder) {
  if (key === undefined || userId === null || !queues.has(request.showtimeId)) return false
  return (await statements.selectBookingOfKey(reader, userId, key)).rows.length > 0
}

const newIdentity = (order: BookingOrder): BookingIdentity => ({
  bookingId: newId(),
  reference: newReference(),
  requestHash: hashOrder(order),
})

/** Hashes the content of an order. The sequence of ids does not matter. */
function hashOrder({ request, staff }: BookingOrder) {
  const { movieId, showtimeId, seatIds, parkingSlotIds, totalCost, phone, voucher } = request
  const vehicles = (request.parkingSlots ?? []).map(({ slotId, vehicleNumber }) => [
    slotId,
    normalizeVehicleNumber(vehicleNumber),
  ])
  // After a move to another screen, the kinds of the places that staff has sold are unknown.
  const placeIds = staff
    ? [[...seatIds, ...parkingSlotIds].toSorted()]
    : [seatIds.toSorted(), parkingSlotIds.toSorted()]
  const order = [movieId, showtimeId, ...placeIds]
  const terms = staff?.type === 'sale' ? [staff.payment, staff.reason, staff.name, staff.email] : []
  const paid = voucher ? [parseVoucherCode(voucher.code), voucher.amount] : []
  const text = JSON.stringify([...order, vehicles.toSorted(), totalCost, phone, ...terms, ...paid])
  return createHash('sha256').update(text).digest('base64url')
}

/** A unique index refuses a duplicate. */
const newReference = () =>
  REFERENCE_PREFIX +
  Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)],
  ).join('')
