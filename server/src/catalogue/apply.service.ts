import type { Context } from '../context.ts'
import { analyze } from '../database/dialect.ts'
import { lockSales } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import * as rows from './apply.sql.ts'
import { applyMovies } from './apply-movies.ts'
import { applyScreens } from './apply-screens.ts'
import { applyDaily, applyShowtimes, fixedShowtimeRows } from './apply-showtimes.ts'
import type { CinemaClock } from './calendar.ts'
import type { Catalogue } from './catalogue.schema.ts'
import type { ChangeCounts } from './row-diff.ts'
import { withCatalogueLock } from './schedule.ts'

export interface CatalogueChanges {
  screens: ChangeCounts
  places: ChangeCounts
  movies: ChangeCounts
  daily: ChangeCounts
  /** `clashing` ones were not added: a showtime that had to stay takes their screen. */
  showtimes: ChangeCounts & { clashing: number }
}

/** Changes what differs from the catalogue and nothing else, and never takes away what somebody has bought or holds. */
export async function applyCatalogue(
  ctx: Context,
  catalogue: Catalogue,
): Promise<CatalogueChanges> {
  const applied = await withCatalogueLock(ctx, async (tx, when) => {
    await lockSales(tx)
    return applyChanges(tx, catalogue, when)
  })
  await reportChanges(ctx, applied)
  return applied
}

/** Gives a cinema without screens and films its first ones. Does nothing to any other. */
export async function seedCatalogue(ctx: Context, catalogue: Catalogue) {
  const applied = await withCatalogueLock(ctx, async (tx, when) => {
    const there = [...(await rows.allScreens(tx)), ...(await rows.allMovies(tx))]
    return there.length === 0 ? applyChanges(tx, catalogue, when) : undefined
  })
  if (applied) await reportChanges(ctx, applied)
}

async function reportChanges(ctx: Context, applied: CatalogueChanges) {
  if (applied.places.added > 0) await analyze(ctx.db)
  ctx.log.info(applied, 'the catalogue has been applied')
  const { clashing } = applied.showtimes
  if (clashing > 0) ctx.log.warn({ clashing }, 'showtimes left out: their screen is still taken')
}

async function applyChanges(
  tx: Db,
  catalogue: Catalogue,
  when: CinemaClock,
): Promise<CatalogueChanges> {
  const screens = await applyScreens(tx, catalogue, when.now)
  const movies = await applyMovies(tx, catalogue)
  const ids = { screens: screens.ids, movies: movies.ids }
  const { daily, tally } = await applyDaily(tx, catalogue, ids)
  const showtimes = await applyShowtimes(
    tx,
    { fixed: fixedShowtimeRows(catalogue, ids), daily },
    when,
  )

  const { rows: goneMovies } = await rows.deleteUnusedMovies(tx, movies.lost)
  await rows.retireMovies(tx, movies.lost)
  const { rows: goneScreens } = await rows.deleteUnusedScreens(tx, screens.lost)
  return {
    screens: {
      added: screens.added,
      changed: 0,
      removed: goneScreens.length,
      kept: screens.lost.length - goneScreens.length,
    },
    places: screens.places,
    movies: {
      added: movies.added,
      changed: movies.changed,
      removed: goneMovies.length,
      kept: movies.lost.length - goneMovies.length,
    },
    daily: tally,
    showtimes,
  }
}
