import { type ParkingSlot, slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats/seats'
import { UNNAMED_FRIEND } from '@marquee/contract/seats/shared-selections'
import type { Place } from '../state.ts'
import type { PlaceClaim, SeatMap } from './seat-map.ts'

export const isSeat = ({ kind }: Place) => kind === 'seat'

/** Seats and slots as `holder` may see them. Only the holder's own holds are marked. */
export const placeViews = (map: SeatMap, places: readonly Place[], holder?: string) => ({
  seats: places.filter(isSeat).map((place) => seatView(map, place, holder)),
  slots: places.filter((place) => !isSeat(place)).map((place) => slotView(map, place, holder)),
})

const seatView = (map: SeatMap, place: Place, holder?: string): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  ...(place.x !== null && { x: place.x }),
  price: seatPrice(place.category ?? ''),
  ...protectedView(map, place, stateView(map, place.id, holder)),
  ...(place.access && { accessible: place.access }),
})

/** A free accessible place is HELD for requests that do not ask for one. */
const protectedView = (
  { isProtecting }: SeatMap,
  { access }: Place,
  state: ReturnType<typeof stateView>,
) =>
  isProtecting && access !== null && state.status === 'AVAILABLE'
    ? { status: 'HELD' as const, protected: true as const }
    : state

const slotView = (map: SeatMap, place: Place, holder?: string): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(map, place.id, holder),
  }
}

function stateView(map: SeatMap, placeId: string, viewer?: string) {
  const claim = map.claims.get(placeId)
  if (!claim) return { status: 'AVAILABLE' as const }
  const { holder, chooser, deadline } = claim
  if (holder === null || deadline === null) return { status: 'SOLD' as const }
  const isOfViewer = viewer !== undefined && holder === selectionHolderOf(map, viewer)
  if (!isOfViewer) return { status: 'HELD' as const }
  return {
    status: 'HELD' as const,
    ...(chooser === viewer
      ? { heldByMe: true as const }
      : {
          friend: map.friends.get(chooser ?? '')?.name ?? UNNAMED_FRIEND,
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
  { holder, chooser }: Pick<PlaceClaim, 'holder' | 'chooser'>,
) => holder !== null && chooser !== holder && payersForAll.has(holder)
