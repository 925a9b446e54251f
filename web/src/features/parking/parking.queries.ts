import { normalizeSlot } from '@marquee/contract/aliases'
import { listParking, type ParkingSlot } from '@marquee/contract/parking'
import { REV_HEADER } from '@marquee/contract/seats'
import type { Push } from '@marquee/contract/socket'
import { callForHeaders } from '#lib/api.ts'
import { logWarning } from '#lib/log.ts'
import type { PlaceSource } from '#lib/place-cache.ts'
import type { PlacePush } from '#lib/places.ts'
import { socket } from '#lib/socket.ts'
import { usePlaces } from '#lib/use-places.ts'

/** Every parking slot of a showtime, of both kinds. */
export const useSlots = (showtimeId: string) => usePlaces(slotSource, showtimeId)

const slotSource = (showtimeId: string): PlaceSource<ParkingSlot> => ({
  showtimeId,
  kind: 'slots',
  fetch: (signal) => fetchSlots(showtimeId, signal),
  listen: (heard) => listenToSlots(showtimeId, heard),
})

function listenToSlots(showtimeId: string, heard: (push: PlacePush<ParkingSlot>) => void) {
  const receive = ({ parkingSlots, ...push }: Push<'parkingUpdated'>) => {
    if (push.showtimeId !== showtimeId) return
    if (Array.isArray(parkingSlots)) heard({ ...push, places: parkingSlots.map(normalizeSlot) })
    else logWarning('A push of parking slots without a list of them was ignored', push)
  }
  socket.on('parkingUpdated', receive)
  return () => void socket.off('parkingUpdated', receive)
}

async function fetchSlots(showtimeId: string, signal: AbortSignal) {
  const { answer, headers } = await callForHeaders(listParking, { params: { showtimeId } }, signal)
  return {
    rev: Number(headers.get(REV_HEADER) ?? 0),
    behind: false,
    places: [...answer.twoWheelerSlots, ...answer.fourWheelerSlots].map(normalizeSlot),
  }
}
