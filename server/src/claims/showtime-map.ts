import { placesOf } from '../catalogue/layouts.ts'
import type { Context } from '../context.ts'
import type { PlaceRow } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import * as maps from './map.sql.ts'
import type { RecordedMap, ShowtimeMap } from './map.ts'

/** The map as it stands on the database's clock: a hold past its moment is gone, swept or not. Throws NOT_FOUND. */
export const readMap = async (ctx: Context, showtimeId: string): Promise<ShowtimeMap> =>
  standingNow(ctx, await recordedMap(ctx, showtimeId))

/**
 * Where people watch a showtime, the map as they were told last: another moment of it would not fit to what they are told next.
 * Elsewhere one that was read lately and that nothing has changed since. Throws NOT_FOUND.
 */
export const recordedMap = async (ctx: Context, showtimeId: string): Promise<RecordedMap> =>
  (await ctx.toldMap(showtimeId)) ?? readRecordedMap(ctx, showtimeId)

/** What of a map stands now. */
export function standingNow(ctx: Context, { ahead, now: _then, ...map }: RecordedMap): ShowtimeMap {
  const now = ctx.now() + ahead
  const standing = [...map.claims].filter(([, claim]) => isStanding(claim, now))
  return { ...map, claims: new Map(standing) }
}

/**
 * The map as its revision has it, with the database's clock beside it: holds count until they are swept, so that what is
 * told of a revision never depends on when it was read. Throws NOT_FOUND.
 */
export async function readRecordedMap(
  { reader, now: ourClock }: Context,
  showtimeId: string,
): Promise<RecordedMap> {
  const { rows } = await maps.record(reader, showtimeId)
  const [first] = rows
  if (!first) throw showtimeNotFound()
  const { rev, now } = first
  const everyPlace = await placesOf(reader, first.screen_id, first.layout)
  const byPlace = rows.flatMap(
    ({ place_id, holder, held_until, booking_id }): [string, maps.StandingClaim][] =>
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

const isStanding = (claim: maps.StandingClaim | undefined, now: number) =>
  claim !== undefined && (claim.booking_id !== null || (claim.held_until ?? 0) > now)

/** The revision of each showtime, to tell which maps have changed. */
export async function readRevs({ reader }: Context, showtimeIds: string[]) {
  const { rows } = await maps.revs(reader, showtimeIds)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}
