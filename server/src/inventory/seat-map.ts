import type { Context } from '../context.ts'
import type { PlaceRow, SelectionFriendRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import { type DatabaseTime, isLiveDeadline } from './live-holds.ts'
import * as maps from './seat-map.sql.ts'
import type { SeatMap, StoredSeatMap } from './seat-map.types.ts'
import { selectFriends } from './shared-selections.sql.ts'

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
  const byPlace = rows.flatMap(({ place_id, ...row }): [string, maps.ClaimState][] =>
    place_id === null ? [] : [[place_id, claimStateOf(row)]],
  )
  const claims = new Map([...outOfServiceClaims(allPlaces), ...byPlace])
  const isProtecting = first.starts_at > first.protected_after
  const places = offeredPlaces(allPlaces, (id) => isLive(claims.get(id), { now, maxHeldUntil }))
  const { rows: joined } = await selectFriends(reader, showtimeId)
  const current = currentFriends(joined, claims)
  const friends = new Map(current.map(({ friend, holder, name }) => [friend, { holder, name }]))
  const payersForAll = new Set(
    current.flatMap(({ holder, pays_for_all }) => (pays_for_all === 1 ? holder : [])),
  )
  const isCancelled = first.cancelled_at !== null
  const show = {
    showtimeId,
    rev,
    screenId: first.screen_id,
    startsAt: first.starts_at,
    isCancelled,
  }
  const time = { now, maxHeldUntil, readAt }
  return { ...show, ...time, isProtecting, places, claims, friends, payersForAll }
}

/**
 * Visitors see places out of service as sold, and nothing chooses them: they read as claims of a booking that does not exist. A real claim, such as a seat of a show that
 * has started, replaces it.
 */
const outOfServiceClaims = (places: readonly PlaceRow[]) =>
  places.flatMap(({ id, retired, out_of_service }): [string, maps.ClaimState][] =>
    out_of_service === 1 && retired === 0 ? [[id, OUT_OF_SERVICE]] : [],
  )

const OUT_OF_SERVICE: maps.ClaimState = {
  ...{ holder: null, held_since: null, held_until: null, chosen_by: null },
  booking_id: 'out of service',
}

/** The friends in the selections that have not ended. */
function currentFriends<Row extends SelectionFriendRow>(joined: Row[], claims: SeatMap['claims']) {
  if (joined.length === 0) return []
  const selections = new Set([...claims.values()].map(selectionKey))
  return joined.filter((row) => selections.has(selectionKey(row)))
}

const selectionKey = ({ holder, held_since }: Pick<maps.ClaimState, 'holder' | 'held_since'>) =>
  `${holder} ${held_since}`

const claimStateOf = (row: maps.ClaimState): maps.ClaimState => {
  const { holder, held_since, held_until, chosen_by, booking_id } = row
  return { holder, held_since, held_until, chosen_by, booking_id }
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
