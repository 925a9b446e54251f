import * as catalogue from '../catalogue/catalogue.service.ts'
import type { Context } from '../context.ts'
import { showtimeNotFound } from '../errors.ts'
import * as claims from './claims.sql.ts'
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
  const { rows } = await claims.record(reader, showtimeId)
  const [first] = rows
  if (!first) throw showtimeNotFound()
  const places = await catalogue.placesOfShowtime(reader, showtimeId)
  const byPlace = rows.flatMap(
    ({ place_id, holder, held_until, booking_id }): [string, claims.StandingClaim][] =>
      place_id === null ? [] : [[place_id, { holder, held_until, booking_id }]],
  )
  const { rev, now } = first
  return { showtimeId, rev, now, ahead: now - ourClock(), places, claims: new Map(byPlace) }
}

const isStanding = ({ booking_id, held_until }: claims.StandingClaim, now: number) =>
  booking_id !== null || (held_until ?? 0) > now

/** The revision of each showtime, to tell which maps have changed. */
export async function readRevs({ reader }: Context, showtimeIds: string[]) {
  const { rows } = await claims.revs(reader, showtimeIds)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}
