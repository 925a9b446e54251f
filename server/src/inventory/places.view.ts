import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import type { PlaceRow } from '../database/schema.ts'
import type { ClaimState } from './seat-map.sql.ts'
import type { SeatMap } from './seat-map.types.ts'

export const isSeat = ({ kind }: PlaceRow) => kind === 'seat'

/** Seats and slots as `holder` may see them. Only the holder's own holds are marked. */
export const placeViews = (map: SeatMap, places: PlaceRow[], holder?: string) => ({
  seats: places.filter(isSeat).map((place) => seatView(map, place, holder)),
  slots: places.filter((place) => !isSeat(place)).map((place) => slotView(map, place, holder)),
})

const seatView = (map: SeatMap, place: PlaceRow, holder?: string): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  price: seatPrice(place.category ?? ''),
  ...stateView(map.claims.get(place.id), holder),
})

const slotView = (map: SeatMap, place: PlaceRow, holder?: string): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(map.claims.get(place.id), holder),
  }
}

function stateView(claim: ClaimState | undefined, holder?: string) {
  if (!claim) return { status: 'AVAILABLE' as const }
  if (claim.booking_id !== null) return { status: 'SOLD' as const }
  if (claim.holder !== holder || claim.held_until === null) return { status: 'HELD' as const }
  const holdUntil = new Date(claim.held_until).toISOString()
  return { status: 'HELD' as const, heldByMe: true as const, holdUntil }
}
