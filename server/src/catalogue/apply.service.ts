import type { Context } from '../context.ts'
import { analyze } from '../database/dialect.ts'
import { lockSales } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import * as rows from './apply.sql.ts'
import { applyMovies } from './apply-movies.ts'
import { applyScreens } from './apply-screens.ts'
import { applyDaily, applyShowtimes, fixedOf } from './apply-showtimes.ts'
import type { Catalogue } from './catalogue.schema.ts'
import type { When } from './days.ts'
import type { Tally } from './differences.ts'
import { changeProgramme } from './schedule.ts'

export interface Applied {
  screens: Tally
  places: Tally
  movies: Tally
  daily: Tally
  /** `clashing` ones were not added: a showtime that had to stay takes their screen. */
  showtimes: Tally & { clashing: number }
}

/** Changes what differs from the catalogue and nothing else, and never takes away what somebody has bought or holds. */
export async function applyCatalogue(ctx: Context, catalogue: Catalogue): Promise<Applied> {
  const applied = await changeProgramme(ctx, async (tx, when) => {
    await lockSales(tx)
    return apply(tx, catalogue, when)
  })
  await conclude(ctx, applied)
  return applied
}

/** Gives a cinema without screens and films its first ones. Does nothing to any other. */
export async function seedCatalogue(ctx: Context, catalogue: Catalogue) {
  const applied = await changeProgramme(ctx, async (tx, when) => {
    const there = [...(await rows.allScreens(tx)), ...(await rows.allMovies(tx))]
    return there.length === 0 ? apply(tx, catalogue, when) : undefined
  })
  if (applied) await conclude(ctx, applied)
}

async function conclude(ctx: Context, applied: Applied) {
  if (applied.places.added > 0) await analyze(ctx.db)
  ctx.log.info(applied, 'the catalogue has been applied')
  const { clashing } = applied.showtimes
  if (clashing > 0) ctx.log.warn({ clashing }, 'showtimes left out: their screen is still taken')
}

async function apply(tx: Db, catalogue: Catalogue, when: When): Promise<Applied> {
  const screens = await applyScreens(tx, catalogue, when.now)
  const movies = await applyMovies(tx, catalogue)
  const ids = { screens: screens.ids, movies: movies.ids }
  const { daily, tally } = await applyDaily(tx, catalogue, ids)
  const showtimes = await applyShowtimes(tx, { fixed: fixedOf(catalogue, ids), daily }, when)

  const { rows: goneMovies } = await rows.removeMovies(tx, movies.lost)
  await rows.retireMovies(tx, movies.lost)
  const { rows: goneScreens } = await rows.removeScreens(tx, screens.lost)
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
