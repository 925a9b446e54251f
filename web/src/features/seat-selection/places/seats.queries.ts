import { fillPath } from '@marquee/contract/calls/endpoint'
import { normalizeSeat } from '@marquee/contract/movies/aliases'
import { REV_HEADER, SEATS_ROUTE } from '@marquee/contract/seats/places-route'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import type { listSeats, Seat } from '@marquee/contract/seats/seats'
import { callWithHeaders } from '@marquee/ui-kit/lib/api.ts'
import { takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { bypassCaches } from '#lib/page/early-calls.ts'
import { isListOfPush, subscribeToPush } from '#lib/socket/subscribe-to-push.ts'
import { isForShowtime, type PlacePush, type ReceivedPush } from './place-map.ts'
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
  return subscribeToPush('seatsUpdated', ({ seats, ...push }: ReceivedPush<{ seats: Seat[] }>) => {
    if (!isForShowtime(push, showtimeId)) return
    if (isListOfPush(seats, 'seatsUpdated')) onPush({ ...push, places: seats.map(toSeat) })
  })
}

async function fetchSeats(showtimeId: string, signal: AbortSignal) {
  const early = takeEarlyResponse(fillPath(SEATS_ROUTE.path, { showtimeId }))
  const { body, headers } = await callWithHeaders<typeof listSeats>(
    SEATS_ROUTE,
    { params: { showtimeId } },
    signal,
    { ...bypassCaches(), early },
  )
  return {
    rev: Number(headers.get(REV_HEADER) ?? 0),
    // Whatever the order of the response, lists of seats have one order.
    places: sortBySeatNumber(body.map(toSeat), ({ seatNumber }) => seatNumber),
  }
}

/** The price follows from the category if the server does not send one. */
const toSeat = (seat: Seat): Seat =>
  normalizeSeat({ ...seat, price: seat.price ?? seatPrice(seat.category) })
