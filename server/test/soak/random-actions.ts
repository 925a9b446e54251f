import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import type { SoakShowtime } from './catalogue.ts'
import type { Place } from './map-follower.ts'
import type { OperationLog, Order } from './operation-log.ts'
import type { Visitor } from './simulated-visitor.ts'

const pickOne = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)]
const pickSome = <T>(list: readonly T[], max: number) =>
  list.toSorted(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * max))

/** Performs one random action, valid or not, on what the visitor's map shows. */
export async function performRandomAction(
  visitor: Visitor,
  showtime: SoakShowtime,
  log: OperationLog,
) {
  const places = visitor.map.places()
  if (places.length === 0) return
  const { showtimeId } = showtime
  const own = places.filter(({ heldByMe }) => heldByMe)
  const random = Math.random()

  if (random < 0.4) await hold(visitor, showtimeId, pickOne(places) as Place)
  else if (random < 0.5) {
    const place = pickOne(own)
    if (place) await release(visitor, showtimeId, place)
  } else if (random < 0.6) {
    const place = pickOne(places.filter(({ status, heldByMe }) => status === 'HELD' && !heldByMe))
    if (place) await releaseForeign(visitor, showtimeId, place)
  } else if (random < 0.67)
    await visitor.perform('extend', idsOf(own), 'extendHold', { showtimeId })
  else if (random < 0.8) await checkOut(visitor, showtimeId, pickSome(places, 8))
  else if (random < 0.9) await book(visitor, showtime, { places: own, log })
  else if (random < 0.96) await book(visitor, showtime, { places: pickSome(places, 3), log })
  else {
    visitor.disconnect()
    await visitor.reconnect()
  }
}

export const hold = (visitor: Visitor, showtimeId: string, { _id, ...place }: Place) =>
  'seatNumber' in place
    ? visitor.perform('hold', [_id], 'holdSeat', { showtimeId, seatId: _id })
    : visitor.perform('hold', [_id], 'holdParkingSlot', { showtimeId, slotId: _id })

export const release = (visitor: Visitor, showtimeId: string, { _id }: Pick<Place, '_id'>) =>
  visitor.perform('release', [_id], 'releaseSeat', { showtimeId, seatId: _id })

/** Tries to release a place of another holder. */
export const releaseForeign = (visitor: Visitor, showtimeId: string, { _id }: Place) =>
  visitor.perform('foreign release', [_id], 'releaseSeat', { showtimeId, seatId: _id })

export async function checkOut(visitor: Visitor, showtimeId: string, places: Place[]) {
  const seatIds = idsOf(places.filter(isSeat))
  const slotIds = idsOf(places.filter((place) => !isSeat(place)))
  if (seatIds.length === 0) return
  const payload = { showtimeId, seatIds, slotIds }
  return visitor.perform('checkout', [...seatIds, ...slotIds], 'beginCheckout', payload)
}

/** Sends an order with an idempotency key: once, twice at the same time, or twice in turn. */
async function book(
  visitor: Visitor,
  showtime: SoakShowtime,
  { places, log }: { places: Place[]; log: OperationLog },
) {
  const seats = places.filter(isSeat).length
  if (seats === 0 || seats > 10) return
  const { order, body } = createOrder(visitor, showtime, places)
  log.orders.push(order)
  const send = () => visitor.book(order, body, `key ${order.phone}`)
  const random = Math.random()
  if (random < 0.2) await Promise.all([send(), send()])
  else await send()
  if (random > 0.8) await send()
}

/** Creates an order for the log, and the request body for it. */
export function createOrder(
  { account }: Visitor,
  { movieId, showtimeId }: SoakShowtime,
  places: Place[],
) {
  const phone = String(9e14 + Math.floor(Math.random() * 1e14))
  const price = places.reduce((sum, place) => sum + priceOf(place), 0)
  const order: Order = { phone, placeIds: idsOf(places), price, outcomes: [], references: [] }
  const body = {
    movieId,
    showtimeId,
    userId: account.userId,
    seatIds: idsOf(places.filter(isSeat)),
    parkingSlotIds: idsOf(places.filter((place) => !isSeat(place))),
    totalCost: price,
    phone,
  }
  return { order, body }
}

const idsOf = (places: Place[]) => places.map(({ _id }) => _id)
const isSeat = (place: Place): place is Seat => 'seatNumber' in place
const priceOf = (place: Seat | ParkingSlot) =>
  isSeat(place) ? seatPrice(place.category) : slotPrice(place.type)
