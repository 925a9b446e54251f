import type { Context } from '#src/context.ts'
import { businessDayAt } from './calendar.ts'
import { selectShowsBetween, selectShowsOfToday } from './schedule.sql.ts'
import { MAX_DURATION_MS } from './schedule.ts'

/** The day of the cinema, its shows, and those of the day before that are not over. */
export async function findTodaysShows({ reader, now, config }: Context) {
  const { date, from, to } = businessDayAt(now(), config)
  const period = { from, to, earliest: from - MAX_DURATION_MS, now: now() }
  const { rows } = await selectShowsOfToday(reader, period)
  return { date, ids: rows.map(({ id }) => id) }
}

/** The ids of the shows that start in a period. The latest first. */
export async function findShowsBetween({ reader }: Context, period: { from: number; to: number }) {
  const { rows } = await selectShowsBetween(reader, period)
  return rows.map(({ id }) => id)
}
