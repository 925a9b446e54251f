import { normalizeSeat } from '@marquee/contract/aliases'
import { listSeats, REV_HEADER, type Seat } from '@marquee/contract/seats'
import type { Push } from '@marquee/contract/socket'
import { callWithHeaders } from '#lib/api.ts'
import { logWarning } from '#lib/log.ts'
import { socket } from '#lib/socket.ts'
import type { PlacePush } from './place-map.ts'
import { type PlaceSource, usePlaces } from './places.queries.ts'

/** Every seat of a showtime. */
export const useSeats = (showtimeId: string) => usePlaces(seatSource, showtimeId)

const seatSource = (showtimeId: string): PlaceSource<Seat> => ({
  showtimeId,
  kind: 'seats',
  fetch: (signal) => fetchSeats(showtimeId, signal),
  subscribe: (onPush) => subscribeToSeats(showtimeId, onPush),
})

function subscribeToSeats(showtimeId: string, onPush: (push: PlacePush<Seat>) => void) {
  const receive = ({ seats, ...push }: Push<'seatsUpdated'>) => {
    if (push.showtimeId !== showtimeId) return
    if (Array.isArray(seats)) onPush({ ...push, places: seats.map(normalizeSeat) })
    else logWarning('seatsUpdated ignored: seats is not a list', push)
  }
  socket.on('seatsUpdated', receive)
  return () => void socket.off('seatsUpdated', receive)
}

async function fetchSeats(showtimeId: string, signal: AbortSignal) {
  const { body, headers } = await callWithHeaders(
    listSeats,
    { params: { showtimeId } },
    signal,
    cacheBusting(),
  )
  return {
    rev: Number(headers.get(REV_HEADER) ?? 0),
    places: body.map(normalizeSeat),
  }
}

/** Bypasses every cache (specification §7). */
const cacheBusting = () => ({
  query: { _t: String(Date.now()), _r: String(Math.random()), nocache: 'true' },
  headers: { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache' },
})
