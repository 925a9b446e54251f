import type { ParkingSlot } from '@marquee/contract/parking'
import { slotPrice } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats'
import * as catalogue from '../catalogue/catalogue.service.ts'
import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import * as claims from './claims.sql.ts'

/** Everything about the places of one showtime at one moment. */
export interface ShowtimeMap {
  showtimeId: string
  rev: number
  places: PlaceRow[]
  claims: Map<string, claims.StandingClaim>
}

/**
 * The map as it stands on the database's clock: a hold past its moment is gone, swept or not.
 * Throws NOT_FOUND.
 */
export async function readMap(ctx: Context, showtimeId: string): Promise<ShowtimeMap> {
  const { now, ...map } = await readRecordedMap(ctx, showtimeId)
  const standing = [...map.claims].filter(([, claim]) => isStanding(claim, now))
  return { ...map, claims: new Map(standing) }
}

/**
 * The map as its revision has it, with the database's clock beside it: holds count until they are swept, so that what is
 * told of a revision never depends on when it was read. Throws NOT_FOUND.
 */
export async function readRecordedMap({ reader }: Context, showtimeId: string) {
  const { rows } = await claims.record(reader, showtimeId)
  const [first] = rows
  if (!first) throw showtimeNotFound()
  const places = await catalogue.placesOfShowtime(reader, showtimeId)
  const byPlace = rows.flatMap(
    ({ place_id, holder, held_until, booking_id }): [string, claims.StandingClaim][] =>
      place_id === null ? [] : [[place_id, { holder, held_until, booking_id }]],
  )
  return { showtimeId, rev: first.rev, now: first.now, places, claims: new Map(byPlace) }
}

const isStanding = ({ booking_id, held_until }: claims.StandingClaim, now: number) =>
  booking_id !== null || (held_until ?? 0) > now

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

function stateView(claim: claims.StandingClaim | undefined, holder?: string) {
  if (!claim) return { status: 'AVAILABLE' as const }
  if (claim.booking_id !== null) return { status: 'SOLD' as const }
  if (claim.holder !== holder || claim.held_until === null) return { status: 'HELD' as const }
  const holdUntil = new Date(claim.held_until).toISOString()
  return { status: 'HELD' as const, heldByMe: true as const, holdUntil }
}
