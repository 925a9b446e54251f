import { createHash } from 'node:crypto'
import { planReplacements } from '@marquee/contract/choosing/replacement-plan'
import type { PlaceRow } from '../database/schema.ts'
import type { AffectedShow } from './seat-outages.sql.ts'
import {
  type BookingMove,
  createMove,
  isForSale,
  type MovedPlace,
  partyOf,
  planIdOf,
  seatsOf,
  urgencyOf,
} from './show-move-plan.ts'
import type { PlaceToMove } from './show-moves.sql.ts'

interface OutageInput {
  /** The first booking first. */
  booked: readonly PlaceToMove[]
  /** All places of the screen. */
  places: readonly PlaceRow[]
  brokenIds: ReadonlySet<string>
  /** Seats that are held, sold or blocked at the show. */
  takenIds: ReadonlySet<string>
}

/**
 * Plans other seats for the bookings of a show that have a broken one. Those that lose seats are first. A lost seat is refunded in full; a booking that loses all of
 * them loses its parking too.
 */
export function planReplacedBookings({
  booked,
  places,
  brokenIds,
  takenIds,
}: OutageInput): BookingMove[] {
  const byBooking = [...Map.groupBy(booked, ({ booking_id }) => booking_id).values()].filter(
    (own) => own.some(({ place_id }) => brokenIds.has(place_id)),
  )
  const byId = new Map(places.map((place) => [place.id, place]))
  const isFree = ({ _id }: { _id: string }) => {
    const place = byId.get(_id)
    return place !== undefined && isForSale(place) && !brokenIds.has(_id) && !takenIds.has(_id)
  }
  const replaced = planReplacements({
    ...{ parties: byBooking.map(partyOf), hall: seatsOf(places), isFree },
    isBroken: ({ _id }) => brokenIds.has(_id),
  })
  const moves = byBooking.map((own, index) => {
    const { seats = [], isTogether = true } = replaced[index] ?? {}
    const newIds = new Map(seats.map(({ from, to }) => [from._id, to?._id]))
    const isLost = seats.every(({ to }) => to === null)
    const findPlace = (place: PlaceToMove) => {
      if (isLost) return
      const id = place.kind === 'seat' ? newIds.get(place.place_id) : place.place_id
      return id === place.place_id ? place : byId.get(id ?? '')
    }
    return createMove(own, findPlace, isTogether)
  })
  return moves.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
}

/** The places that a booking loses or exchanges. */
export const changedPlaces = ({ seats, slots }: BookingMove) =>
  [...seats, ...slots].filter(({ from, to }) => to?.place_id !== from.place_id)

export const isLostPlace = ({ to }: MovedPlace) => to === null

/** The booking loses all of its seats. */
export const isLostBooking = ({ seats }: BookingMove) => seats.every(isLostPlace)

/** What an outage does to the bookings of one show. */
export interface ShowOutagePlan {
  show: AffectedShow
  moves: BookingMove[]
  /** Until when bookings that lose seats can be cancelled for a full refund. Null: that time has passed. Epoch milliseconds. */
  refundUntil: number | null
}

/** Names a plan: two plans with the same id do the same. */
export function outagePlanId(
  screenId: string,
  { brokenIds, shows }: { brokenIds: readonly string[]; shows: readonly ShowOutagePlan[] },
) {
  const plans = shows
    .map(({ show, moves, refundUntil }) => [
      show.id,
      planIdOf({ screenId, startsAt: show.starts_at }, moves, refundUntil),
    ])
    .toSorted()
  const text = JSON.stringify([brokenIds.toSorted(), plans])
  return createHash('sha256').update(text).digest('base64url')
}
