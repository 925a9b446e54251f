import { fillPath } from '@marquee/contract/calls/endpoint'
import { normalizeSlot } from '@marquee/contract/movies/aliases'
import type { listParking, ParkingSlot } from '@marquee/contract/parking'
import { slotPrice } from '@marquee/contract/parking-slots'
import { PARKING_ROUTE, REV_HEADER } from '@marquee/contract/seats/places-route'
import { callWithHeaders } from '@marquee/ui-kit/lib/api.ts'
import { takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { isListOfPush, subscribeToPush } from '#lib/socket/subscribe-to-push.ts'
import { isForShowtime, type PlacePush, type ReceivedPush } from './place-map.ts'
import { type PlaceSource, usePlaces } from './places.queries.ts'

/** Every parking slot of a showtime, of both types. */
export const useSlots = (showtimeId: string) => usePlaces(slotSource, showtimeId)

const slotSource = (showtimeId: string): PlaceSource<ParkingSlot> => ({
  showtimeId,
  kind: 'slots',
  fetch: (signal) => fetchSlots(showtimeId, signal),
  subscribe: (onPush) => subscribeToSlots(showtimeId, onPush),
})

function subscribeToSlots(showtimeId: string, onPush: (push: PlacePush<ParkingSlot>) => void) {
  return subscribeToPush(
    'parkingUpdated',
    ({ parkingSlots, ...push }: ReceivedPush<{ parkingSlots: ParkingSlot[] }>) => {
      if (!isForShowtime(push, showtimeId)) return
      if (isListOfPush(parkingSlots, 'parkingUpdated'))
        onPush({ ...push, places: parkingSlots.map(toSlot) })
    },
  )
}

async function fetchSlots(showtimeId: string, signal: AbortSignal) {
  const early = takeEarlyResponse(fillPath(PARKING_ROUTE.path, { showtimeId }))
  const { body, headers } = await callWithHeaders<typeof listParking>(
    PARKING_ROUTE,
    { params: { showtimeId } },
    signal,
    { early },
  )
  return {
    rev: Number(headers.get(REV_HEADER) ?? 0),
    places: [...body.twoWheelerSlots, ...body.fourWheelerSlots].map(toSlot),
  }
}

/** The price follows from the type if the server does not send one. */
const toSlot = (slot: ParkingSlot): ParkingSlot =>
  normalizeSlot({ ...slot, price: slot.price ?? slotPrice(slot.type) })
