import type { ParkingSlot } from '@marquee/contract/parking'
import { slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import * as catalogue from '../catalogue/catalogue.service.ts'
import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import * as claims from './claims.sql.ts'

/** Everything about the places of one showtime, at least as new as its revision. */
export interface ShowtimeMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, claims.LiveClaim>
}

/** Throws NOT_FOUND. */
export async function readMap({ reader }: Context, showtimeId: string): Promise<ShowtimeMap> {
  // The revision comes first: what follows may be newer than it says, never older.
  const showtime = await catalogue.showtimeOf(reader, showtimeId)
  if (!showtime) throw showtimeNotFound()
  const { rows } = await claims.liveClaims(reader, showtimeId)
  const places = await catalogue.placesOfShowtime(reader, showtimeId)
  const byPlace = new Map(rows.map((claim) => [claim.place_id, claim]))
  return { showtimeId, rev: showtime.rev, places, claims: byPlace }
}

/** The revision of each showtime, to tell which maps have changed. */
export async function readRevs({ reader }: Context, showtimeIds: string[]) {
  const { rows } = await claims.revs(reader, showtimeIds)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}

export const isSeat = ({ kind }: PlaceRow) => kind === 'seat'

/** A seat as `holder` may see it: only their own hold is marked, nobody else's is told apart. */
export const seatView = (map: ShowtimeMap, place: PlaceRow, holder?: string): Seat => ({
  _id: place.id,
  seatNumber: place.label,
  category: place.category ?? '',
  price: seatPrice(place.category ?? ''),
  ...stateView(map.claims.get(place.id), holder),
})

export const slotView = (map: ShowtimeMap, place: PlaceRow, holder?: string): ParkingSlot => {
  const type = place.kind === 'fourWheeler' ? 'fourWheeler' : 'twoWheeler'
  return {
    _id: place.id,
    slotNumber: place.label,
    type,
    price: slotPrice(type),
    ...stateView(map.claims.get(place.id), holder),
  }
}

function stateView(claim: claims.LiveClaim | undefined, holder?: string) {
  if (!claim) return { status: 'AVAILABLE' as const }
  if (claim.booking_id !== null) return { status: 'SOLD' as const }
  if (claim.holder !== holder || claim.held_until === null) return { status: 'HELD' as const }
  const holdUntil = new Date(claim.held_until).toISOString()
  return { status: 'HELD' as const, heldByMe: true as const, holdUntil }
}
