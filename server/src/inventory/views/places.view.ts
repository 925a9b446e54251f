import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats/seats'
import { UNNAMED_FRIEND } from '@marquee/contract/seats/shared-selections'
import { isSeat } from '../rules/places.ts'
import type { Place } from '../state.ts'
import { isProtectedPlace, type PlaceClaim, type SeatMap } from './seat-map.ts'

/** Seats and slots as a visitor may see them. Only the holds of the visitor's selection are marked. */
export const placeViews = (map: SeatMap, places: readonly Place[], viewer?: string) => ({
  seats: places.filter(isSeat).map((place) => seatView(map, place, viewer)),
  slots: places.filter((place) => !isSeat(place)).map((place) => slotView(map, place, viewer)),
})

const seatView = (map: SeatMap, place: Place, viewer?: string): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  ...(place.x !== null && { x: place.x }),
  price: seatPrice(place.category ?? ''),
  ...(isProtectedPlace(map, place) ? PROTECTED : stateView(map, place.id, viewer)),
  ...(place.access && { accessible: place.access }),
})

const PROTECTED = { status: 'HELD', protected: true } as const

const slotView = (map: SeatMap, place: Place, viewer?: string): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(map, place.id, viewer),
  }
}

function stateView(map: SeatMap, placeId: string, viewer?: string) {
  const claim = map.claims.get(placeId)
  if (!claim) return { status: 'AVAILABLE' as const }
  const { holder, chooserId, deadline } = claim
  if (holder === null || deadline === null) return { status: 'SOLD' as const }
  const isOfViewer = viewer !== undefined && holder === selectionHolderOf(map, viewer)
  if (!isOfViewer) return { status: 'HELD' as const }
  return {
    status: 'HELD' as const,
    ...(chooserId === viewer
      ? { heldByMe: true as const }
      : {
          friend: map.friends.get(chooserId ?? '')?.name ?? UNNAMED_FRIEND,
          ...(holder === viewer && { releasable: true as const }),
        }),
    ...(isPaidByHolder(map, claim) && { friendPays: true as const }),
    holdUntil: new Date(deadline).toISOString(),
  }
}

/** The holder of the selection in which a visitor chooses places: their own, or a shared one. */
export const selectionHolderOf = ({ friends }: SeatMap, visitor: string) =>
  friends.get(visitor)?.holder ?? visitor

/** A friend has chosen the place, and the visitor who started the selection pays for all. */
export const isPaidByHolder = (
  { payersForAll }: Pick<SeatMap, 'payersForAll'>,
  { holder, chooserId }: Pick<PlaceClaim, 'holder' | 'chooserId'>,
) => holder !== null && chooserId !== holder && payersForAll.has(holder)
