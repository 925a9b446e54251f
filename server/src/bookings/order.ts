import { createHash } from 'node:crypto'
import type { BookingRequest } from '@marquee/contract/bookings'
import { rupees } from '@marquee/contract/money'
import { slotPrice, tidyVehicleNumber } from '@marquee/contract/parking'
import { seatPrice } from '@marquee/contract/seats'
import { AppError, invalid, placeNotFound } from '../errors.ts'
import type { OfferedPlace } from './bookings.sql.ts'

export interface BookingOrder {
  userId: string
  holder: string
  request: BookingRequest
  /** The same key leads to the same booking, once, also after a crash. */
  key?: string | undefined
}

export type PricedPlace = OfferedPlace & { price: number }

export const placeIdsOf = ({ seatIds, parkingSlotIds }: BookingRequest) => [
  ...seatIds,
  ...parkingSlotIds,
]

/** Throws INVALID for an order that contradicts itself. */
export function validateOrder(request: BookingRequest) {
  const ids = placeIdsOf(request)
  if (new Set(ids).size < ids.length) throw invalid('The same place was asked for twice.')
  const vehicles = (request.parkingSlots ?? []).map(({ slotId }) => slotId)
  if (!vehicles.every((slotId) => request.parkingSlotIds.includes(slotId))) {
    throw invalid('A vehicle number was given for a slot that was not asked for.')
  }
  if (new Set(vehicles).size < vehicles.length) throw invalid('A slot has only one vehicle.')
}

/** The places of the order with their prices. Throws NOT_FOUND unless all of them belong to the showtime. */
export function pricedPlaces(request: BookingRequest, offered: OfferedPlace[]): PricedPlace[] {
  const isAsAsked = ({ place_id, kind }: OfferedPlace) =>
    request.seatIds.includes(place_id) === (kind === 'seat')
  const isComplete = offered.length === placeIdsOf(request).length
  if (!isComplete || !offered.every(isAsAsked)) throw placeNotFound()
  return offered.map((place) => ({ ...place, price: priceOf(place) }))
}

const priceOf = ({ kind, category }: OfferedPlace) =>
  kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)

/** Rupees. */
export const totalOf = (places: PricedPlace[]) => places.reduce((sum, { price }) => sum + price, 0)

export function assertPrice({ totalCost }: BookingRequest, places: PricedPlace[]) {
  const total = totalOf(places)
  if (totalCost === total) return
  throw new AppError(
    409,
    'PRICE_MISMATCH',
    `The price is ${rupees(total)}. Please check it and try again.`,
    { totalCost: total },
  )
}

export function vehicleFor({ parkingSlots = [] }: BookingRequest, placeId: string) {
  const slot = parkingSlots.find(({ slotId }) => slotId === placeId)
  return slot ? tidyVehicleNumber(slot.vehicleNumber) : null
}

/** Equal for two orders that ask for the same, whatever the order of their lists. */
export function fingerprint(request: BookingRequest) {
  const { movieId, showtimeId, seatIds, parkingSlotIds, totalCost, phone } = request
  const vehicles = (request.parkingSlots ?? []).map(({ slotId, vehicleNumber }) => [
    slotId,
    tidyVehicleNumber(vehicleNumber),
  ])
  const order = [movieId, showtimeId, seatIds.toSorted(), parkingSlotIds.toSorted()]
  const text = JSON.stringify([...order, vehicles.toSorted(), totalCost, phone])
  return createHash('sha256').update(text).digest('base64url')
}
