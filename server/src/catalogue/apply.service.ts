import type { Context } from '../context.ts'
import { analyze } from '../database/dialect.ts'
import { lockSales } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import * as statements from './apply.sql.ts'
import { applyCinema } from './apply-cinema.ts'
import { applyMovies } from './apply-movies.ts'
import { applyScreens } from './apply-screens.ts'
import { applyDaily, applyShowtimes, fixedShowtimeRows } from './apply-showtimes.ts'
import type { CinemaClock } from './calendar.ts'
import type { Catalogue } from './catalogue.schema.ts'
import type { ChangeCounts } from './row-diff.ts'
import { withCatalogueLock } from './schedule.ts'

interface CatalogueChanges {
  cinema: ChangeCounts
  screens: ChangeCounts
  places: ChangeCounts
  movies: ChangeCounts
  daily: ChangeCounts
  /** `overlapping` showtimes were not added: a showtime that had to stay overlaps them on the same screen. */
  showtimes: ChangeCounts & { overlapping: number }
}

/** Changes only what differs from the catalogue. Never removes a place or showtime that is booked or held. */
export async function applyCatalogue(
  ctx: Context,
  catalogue: Catalogue,
): Promise<CatalogueChanges> {
  const changes = await withCatalogueLock(ctx, async (tx, clock) => {
    await lockSales(tx)
    return applyChanges(tx, catalogue, clock)
  })
  await reportChanges(ctx, changes)
  return changes
}

/** Fills an empty database with the catalogue. Does nothing if there are screens or movies. */
export async function seedCatalogue(ctx: Context, catalogue: Catalogue) {
  const changes = await withCatalogueLock(ctx, async (tx, clock) => {
    const existing = [...(await statements.allScreens(tx)), ...(await statements.allMovies(tx))]
    return existing.length === 0 ? applyChanges(tx, catalogue, clock) : undefined
  })
  if (changes) await reportChanges(ctx, changes)
}

async function reportChanges(ctx: Context, changes: CatalogueChanges) {
  if (changes.places.added > 0) await analyze(ctx.db)
  ctx.log.info(changes, 'catalogue applied')
  const { overlapping } = changes.showtimes
  if (overlapping > 0) ctx.log.warn({ overlapping }, 'showtimes not added: overlap')
}

async function applyChanges(
  tx: Db,
  catalogue: Catalogue,
  clock: CinemaClock,
): Promise<CatalogueChanges> {
  const cinema = await applyCinema(tx, catalogue)
  const screens = await applyScreens(tx, catalogue, clock.now)
  const movies = await applyMovies(tx, catalogue)
  const ids = { screens: screens.ids, movies: movies.ids }
  const { daily, counts } = await applyDaily(tx, catalogue, ids)
  const showtimes = await applyShowtimes(
    tx,
    { fixed: fixedShowtimeRows(catalogue, ids), daily },
    clock,
  )

  const { rows: removedMovies } = await statements.deleteUnusedMovies(tx, movies.missing)
  await statements.retireMovies(tx, movies.missing)
  const { rows: removedScreens } = await statements.deleteUnusedScreens(tx, screens.missing)
  return {
    cinema,
    screens: {
      added: screens.added,
      changed: 0,
      removed: removedScreens.length,
      kept: screens.missing.length - removedScreens.length,
    },
    places: screens.places,
    movies: {
      added: movies.added,
      changed: movies.changed,
      removed: removedMovies.length,
      kept: movies.missing.length - removedMovies.length,
    },
    daily: counts,
    showtimes,
  }
}
