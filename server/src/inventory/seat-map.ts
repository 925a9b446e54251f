import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import { type DatabaseTime, isLiveDeadline } from './live-holds.ts'
import * as maps from './seat-map.sql.ts'
import type { SeatMap, StoredSeatMap } from './seat-map.types.ts'

/** Reads the seat map from the database, without expired holds. Throws NOT_FOUND. */
export const readSeatMap = async (ctx: Context, showtimeId: string): Promise<SeatMap> =>
  withoutExpired(ctx, await readStoredSeatMap(ctx, showtimeId))

/** Removes the holds that have expired by now, deleted from the table or not. */
export function withoutExpired(
  ctx: Pick<Context, 'monotonicNow'>,
  { now, maxHeldUntil, readAt, ...map }: StoredSeatMap,
): SeatMap {
  const elapsed = ctx.monotonicNow() - readAt
  const time = { now: now + elapsed, maxHeldUntil: maxHeldUntil + elapsed }
  const live = [...map.claims].filter(([, claim]) => isLive(claim, time))
  return { ...map, claims: new Map(live) }
}

type SeatMapSources = Pick<Context, 'reader' | 'config' | 'monotonicNow' | 'loadPlaces'>

/**
 * Reads the seat map as stored, with the time of the database clock. Expired holds are included until they are deleted, so a
 * revision always has the same content. Throws NOT_FOUND.
 */
export async function readStoredSeatMap(
  { reader, config, monotonicNow, loadPlaces }: SeatMapSources,
  showtimeId: string,
): Promise<StoredSeatMap> {
  const { rows } = await maps.selectSeatMap(reader, showtimeId, config)
  const [first] = rows
  if (!first) throw showtimeNotFound()
  const readAt = monotonicNow()
  const { rev, now, max_held_until: maxHeldUntil } = first
  const allPlaces = await loadPlaces(reader, first.screen_id, first.layout)
  const byPlace = rows.flatMap(
    ({ place_id, holder, held_until, booking_id }): [string, maps.ClaimState][] =>
      place_id === null ? [] : [[place_id, { holder, held_until, booking_id }]],
  )
  const claims = new Map(byPlace)
  const places = offeredPlaces(allPlaces, (id) => isLive(claims.get(id), { now, maxHeldUntil }))
  return { showtimeId, rev, now, maxHeldUntil, readAt, places, claims }
}

/** Leaves out retired places, except those with a live claim. */
const offeredPlaces = (places: PlaceRow[], isTaken: (placeId: string) => boolean) =>
  places.every(({ retired }) => retired === 0)
    ? places
    : places.filter(({ id, retired }) => retired === 0 || isTaken(id))

const isLive = (claim: maps.ClaimState | undefined, time: DatabaseTime) =>
  claim !== undefined && (claim.booking_id !== null || isLiveDeadline(claim.held_until, time))

/** Returns the revision of each showtime by its id. */
export async function readRevisions({ reader }: Context, showtimeIds: string[]) {
  const { rows } = await maps.selectRevisions(reader, showtimeIds)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}
