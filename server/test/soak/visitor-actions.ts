import type { ParkingSlot } from '@marquee/contract/parking'
import { slotPrice } from '@marquee/contract/parking-slots'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Place } from './map-follower.ts'
import type { Order } from './operation-log.ts'
import type { SentProof, Visitor } from './simulated-visitor.ts'

type PlaceId = Pick<Place, '_id'>

export function hold(visitor: Visitor, place: Place, sent?: SentProof) {
  const { _id } = place
  return isSeat(place)
    ? visitor.perform('hold', [_id], 'holdSeat', { ...idOf(visitor), seatId: _id }, sent)
    : visitor.perform('hold', [_id], 'holdParkingSlot', { ...idOf(visitor), slotId: _id }, sent)
}

export const release = (visitor: Visitor, { _id }: PlaceId) =>
  visitor.perform('release', [_id], 'releaseSeat', { ...idOf(visitor), seatId: _id })

/** Tries to release a place of another holder. */
export const releaseForeign = (visitor: Visitor, { _id }: PlaceId) =>
  visitor.perform('foreign release', [_id], 'releaseSeat', { ...idOf(visitor), seatId: _id })

export const extend = (visitor: Visitor, places: PlaceId[] = []) =>
  visitor.perform('extend', idsOf(places), 'extendHold', idOf(visitor))

export async function checkOut(visitor: Visitor, places: Place[], sent?: SentProof) {
  const seatIds = idsOf(places.filter(isSeat))
  const slotIds = idsOf(places.filter((place) => !isSeat(place)))
  if (seatIds.length === 0) return
  const payload = { ...idOf(visitor), seatIds, slotIds }
  return visitor.perform('checkout', [...seatIds, ...slotIds], 'beginCheckout', payload, sent)
}

/** Creates an order for the log, and the request body for it. */
export function createOrder(visitor: Visitor, places: Place[]) {
  const phone = String(9e14 + Math.floor(Math.random() * 1e14))
  const price = places.reduce((sum, place) => sum + priceOf(place), 0)
  const order: Order = { phone, placeIds: idsOf(places), price, outcomes: [], references: [] }
  const body = {
    ...visitor.showtime(),
    userId: visitor.account?.userId ?? '',
    seatIds: idsOf(places.filter(isSeat)),
    parkingSlotIds: idsOf(places.filter((place) => !isSeat(place))),
    totalCost: price,
    phone,
  }
  return { order, body }
}

export const isSeat = (place: Place): place is Seat => 'seatNumber' in place
const idOf = (visitor: Visitor) => ({ showtimeId: visitor.showtime().showtimeId })
const idsOf = (places: PlaceId[]) => places.map(({ _id }) => _id)
export const priceOf = (place: Seat | ParkingSlot) =>
  isSeat(place) ? seatPrice(place.category) : slotPrice(place.type)
