import { normalizeSeat } from '@marquee/contract/aliases'
import { listSeats, REV_HEADER, type Seat } from '@marquee/contract/seats'
import type { Push } from '@marquee/contract/socket'
import { callForHeaders } from '#lib/api.ts'
import { logWarning } from '#lib/log.ts'
import type { PlaceSource } from '#lib/place-cache.ts'
import type { PlacePush } from '#lib/places.ts'
import { socket } from '#lib/socket.ts'
import { usePlaces } from '#lib/use-places.ts'

/** Every seat of a showtime. */
export const useSeats = (showtimeId: string) => usePlaces(seatSource, showtimeId)

const seatSource = (showtimeId: string): PlaceSource<Seat> => ({
  showtimeId,
  kind: 'seats',
  fetch: (signal) => fetchSeats(showtimeId, signal),
  listen: (heard) => listenToSeats(showtimeId, heard),
})

function listenToSeats(showtimeId: string, heard: (push: PlacePush<Seat>) => void) {
  const receive = ({ seats, ...push }: Push<'seatsUpdated'>) => {
    if (push.showtimeId !== showtimeId) return
    if (Array.isArray(seats)) heard({ ...push, places: seats.map(normalizeSeat) })
    else logWarning('A push of seats without a list of seats was ignored', push)
  }
  socket.on('seatsUpdated', receive)
  return () => void socket.off('seatsUpdated', receive)
}

async function fetchSeats(showtimeId: string, signal: AbortSignal) {
  const { answer, headers } = await callForHeaders(
    listSeats,
    { params: { showtimeId } },
    signal,
    unlikeAnyOther(),
  )
  return {
    rev: Number(headers.get(REV_HEADER) ?? 0),
    behind: false,
    places: answer.map(normalizeSeat),
  }
}

/** What keeps every cache on the way from answering for the cinema (specification, section 7). */
const unlikeAnyOther = () => ({
  query: { _t: String(Date.now()), _r: String(Math.random()), nocache: 'true' },
  headers: { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache' },
})
