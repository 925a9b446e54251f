import { createHash } from 'node:crypto'
import type { BookingRequest } from '@marquee/contract/bookings'
import { rupees } from '@marquee/contract/money'
import { slotPrice, tidyVehicleNumber } from '@marquee/contract/parking'
import { seatPrice } from '@marquee/contract/seats'
import type { Db, PlaceKind } from '../database/schema.ts'
import { AppError, invalid, placeNotFound } from '../errors.ts'
import * as bookings from './bookings.sql.ts'

export interface PricedPlace {
  id: string
  kind: PlaceKind
  category: string | null
  price: number
}

/** The places asked for, priced; each once, and all of this film's showtime. */
export async function placesOf(tx: Db, request: BookingRequest): Promise<PricedPlace[]> {
  const { movieId, showtimeId, seatIds, parkingSlotIds } = request
  const ids = [...seatIds, ...parkingSlotIds]
  if (new Set(ids).size < ids.length) throw invalid('The same place was asked for twice.')
  const vehicles = (request.parkingSlots ?? []).map(({ slotId }) => slotId)
  if (!vehicles.every((slotId) => parkingSlotIds.includes(slotId))) {
    throw invalid('A vehicle number was given for a slot that was not asked for.')
  }
  if (new Set(vehicles).size < vehicles.length) throw invalid('A slot has only one vehicle.')

  const { rows } = await bookings.belongings(tx, movieId, showtimeId, ids)
  if (rows.length < ids.length) throw placeNotFound()
  return rows.map((row) => ({ ...row, price: priceOf(row) }))
}

const priceOf = ({ kind, category }: { kind: PlaceKind; category: string | null }) =>
  kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)

/** Rupees. */
export const totalOf = (places: PricedPlace[]) => places.reduce((sum, { price }) => sum + price, 0)

export function refuseWrongPrice({ totalCost }: BookingRequest, places: PricedPlace[]) {
  const right = totalOf(places)
  if (totalCost === right) return
  throw new AppError(
    409,
    'PRICE_MISMATCH',
    `The price is ${rupees(right)}. Please check it and try again.`,
    {
      totalCost: right,
    },
  )
}

export function vehicleFor({ parkingSlots = [] }: BookingRequest, placeId: string) {
  const slot = parkingSlots.find(({ slotId }) => slotId === placeId)
  return slot ? tidyVehicleNumber(slot.vehicleNumber) : null
}

/** Two orders are the same if they ask for the same, in whatever order the lists came. */
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
