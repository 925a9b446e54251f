import { loadPlaces } from '../catalogue/screen-layouts.ts'
import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import * as maps from './seat-map.sql.ts'
import type { RecordedSeatMap, SeatMap } from './seat-map.types.ts'

/** The map as it stands on the database's clock: a hold past its moment is gone, swept or not. Throws NOT_FOUND. */
export const readSeatMap = async (ctx: Context, showtimeId: string): Promise<SeatMap> =>
  withoutExpired(ctx, await recordedSeatMap(ctx, showtimeId))

/**
 * Where people watch a showtime, the map as they were told last: another moment of it would not fit to what they are told next.
 * Elsewhere one that was read lately and that nothing has changed since. Throws NOT_FOUND.
 */
export const recordedSeatMap = async (ctx: Context, showtimeId: string): Promise<RecordedSeatMap> =>
  (await ctx.lastBroadcastMap(showtimeId)) ?? readRecordedSeatMap(ctx, showtimeId)

/** What of a map stands now. */
export function withoutExpired(
  ctx: Context,
  { ahead, now: _then, ...map }: RecordedSeatMap,
): SeatMap {
  const now = ctx.now() + ahead
  const standing = [...map.claims].filter(([, claim]) => isStanding(claim, now))
  return { ...map, claims: new Map(standing) }
}

/**
 * The map as its revision has it, with the database's clock beside it: holds count until they are swept, so that what is
 * told of a revision never depends on when it was read. Throws NOT_FOUND.
 */
export async function readRecordedSeatMap(
  { reader, now: ourClock }: Context,
  showtimeId: string,
): Promise<RecordedSeatMap> {
  const { rows } = await maps.selectSeatMap(reader, showtimeId)
  const [first] = rows
  if (!first) throw showtimeNotFound()
  const { rev, now } = first
  const everyPlace = await loadPlaces(reader, first.screen_id, first.layout)
  const byPlace = rows.flatMap(
    ({ place_id, holder, held_until, booking_id }): [string, maps.ClaimState][] =>
      place_id === null ? [] : [[place_id, { holder, held_until, booking_id }]],
  )
  const claimed = new Map(byPlace)
  const places = offeredOf(everyPlace, (id) => isStanding(claimed.get(id), now))
  return { showtimeId, rev, now, ahead: now - ourClock(), places, claims: claimed }
}

/** What a showtime offers, and what somebody has there although it is offered no more. */
const offeredOf = (places: PlaceRow[], isTaken: (placeId: string) => boolean) =>
  places.every(({ retired }) => retired === 0)
    ? places
    : places.filter(({ id, retired }) => retired === 0 || isTaken(id))

const isStanding = (claim: maps.ClaimState | undefined, now: number) =>
  claim !== undefined && (claim.booking_id !== null || (claim.held_until ?? 0) > now)

/** The revision of each showtime, to tell which maps have changed. */
export async function readRevisions({ reader }: Context, showtimeIds: string[]) {
  const { rows } = await maps.selectRevisions(reader, showtimeIds)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}
