import { createHash } from 'node:crypto'
import type { Booking, BookingRequest } from '@marquee/contract/bookings'
import { MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import { slotPrice, tidyVehicleNumber } from '@marquee/contract/parking'
import { seatPrice } from '@marquee/contract/seats'
import { sellPlaces } from '../claims/claims.service.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/dialect.ts'
import type { Db, PlaceKind } from '../database/schema.ts'
import { AppError, invalid, overLimit, placeNotFound } from '../errors.ts'
import * as bookings from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
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
 * ALREADY_BOOKED with the reference, KEY_REUSED when a key comes back with another order.
 */
export async function book(ctx: Context, order: Order): Promise<Booking> {
  const { id, isNew } = await placeOnce(ctx, order)
  if (isNew) ctx.publish(order.request.showtimeId)
  return readBooking(ctx, id)
}

async function placeOnce(ctx: Context, order: Order) {
  try {
    return await inTransaction(ctx.db, { durable: true }, (tx) => place(tx, order))
  } catch (error) {
    if (error instanceof AppError && error.code === 'TAKEN') await refuseRepeat(ctx, order)
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
  if (!inserted) return { id: await sameOrder(tx, { userId, key: key ?? '', hash }), isNew: false }

  refuseWrongPrice(request, places)
  const { showtimeId } = request
  const placeIds = places.map(({ id: placeId }) => placeId)
  const soldAt = await sellPlaces(tx, { showtimeId, placeIds, holder, bookingId: id })
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
  return { id, isNew: true }
}

interface PricedPlace {
  id: string
  kind: PlaceKind
  category: string | null
  price: number
}

/** The places asked for, priced; each once, seats as seats and slots as slots, all of this film's showtime. */
async function placesOf(tx: Db, request: BookingRequest): Promise<PricedPlace[]> {
  const { movieId, showtimeId, seatIds, parkingSlotIds } = request
  const ids = [...seatIds, ...parkingSlotIds]
  if (new Set(ids).size < ids.length) throw invalid('The same place was asked for twice.')
  for (const { slotId } of request.parkingSlots ?? []) {
    if (!parkingSlotIds.includes(slotId)) {
      throw invalid('A vehicle number was given for a slot that was not asked for.')
    }
  }

  const { rows } = await bookings.belongings(tx, movieId, showtimeId, ids)
  const isWhereAsked = ({ id, kind }: { id: string; kind: PlaceKind }) =>
    (kind === 'seat' ? seatIds : parkingSlotIds).includes(id)
  if (rows.length < ids.length || !rows.every(isWhereAsked)) throw placeNotFound()
  for (const type of ['twoWheeler', 'fourWheeler'] as const) {
    if (rows.filter(({ kind }) => kind === type).length > MAX_SLOTS_PER_TYPE) {
      throw overLimit(`You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`)
    }
  }
  return rows.map((row) => ({ ...row, price: priceOf(row) }))
}

const priceOf = ({ kind, category }: { kind: PlaceKind; category: string | null }) =>
  kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)

const totalOf = (places: PricedPlace[]) => places.reduce((sum, { price }) => sum + price, 0)

function refuseWrongPrice({ totalCost }: BookingRequest, places: PricedPlace[]) {
  const right = totalOf(places)
  if (totalCost === right) return
  throw new AppError(
    409,
    'PRICE_MISMATCH',
    `The price is ₹${right}. Please check it and try again.`,
    {
      totalCost: right,
    },
  )
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

function vehicleFor({ parkingSlots = [] }: BookingRequest, placeId: string) {
  const slot = parkingSlots.find(({ slotId }) => slotId === placeId)
  return slot ? tidyVehicleNumber(slot.vehicleNumber) : null
}

/** Two orders are the same if they ask for the same, in whatever order the lists came. */
function fingerprint(request: BookingRequest) {
  const { movieId, showtimeId, seatIds, parkingSlotIds, totalCost, phone } = request
  const vehicles = (request.parkingSlots ?? []).map(({ slotId, vehicleNumber }) => [
    slotId,
    tidyVehicleNumber(vehicleNumber),
  ])
  const order = [movieId, showtimeId, seatIds.toSorted(), parkingSlotIds.toSorted()]
  const text = JSON.stringify([...order, vehicles.toSorted(), totalCost, phone])
  return createHash('sha256').update(text).digest('base64url')
}
