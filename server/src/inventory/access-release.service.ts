import type { Context } from '../context.ts'
import { selectShowsToRelease, setAccessReleased } from './access-release.sql.ts'
import { inShowtimes } from './showtimes.ts'
import { accept } from './state.ts'

/** One run releases the places of at most this many shows. The next one follows within seconds. */
const MAX_SHOWS = 200

/**
 * Tells viewers that accessible places are open to all: the rules release them by the database's clock, this makes the maps that were read
 * before change. Returns the showtimes.
 */
export async function releaseAccessiblePlaces(ctx: Context) {
  const { rows } = await selectShowsToRelease(ctx.reader, ctx.config, MAX_SHOWS)
  const showtimeIds = rows.map(({ id }) => id)
  await Promise.all(
    showtimeIds.map((showtimeId) =>
      inShowtimes(
        ctx,
        [showtimeId],
        async (unit) => {
          await setAccessReleased(unit.tx, showtimeId)
          unit.accept(showtimeId, accept(null, { isTouched: true }))
        },
        { durable: false },
      ),
    ),
  )
  return showtimeIds
}
