import type { ProgrammeShowtime } from '@marquee/contract/programme'
import { parseLocalTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { movieNotFound } from '../errors.ts'
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { movieById } from './movies.sql.ts'
import * as programme from './programme.sql.ts'
import { NO_SEATS, programmeView } from './showtimes.view.ts'

/** Lists the showtimes of the offered movies on a day (2026-12-01) of the cinema's time zone, earliest first. */
export async function listProgramme(ctx: Context, date: string) {
  const { rows } = await programme.showtimesOfDay(ctx.reader, periodAround(ctx, date))
  return programmeViews(ctx, rows, date)
}

/** Lists the showtimes of one movie on a day. Throws NOT_FOUND. */
export async function listMovieShowtimes(ctx: Context, movieId: string, date: string) {
  if (!(await movieById(ctx.reader, movieId))) throw movieNotFound()
  const period = periodAround(ctx, date)
  const { rows } = await programme.showtimesOfMovieOnDay(ctx.reader, movieId, period)
  return programmeViews(ctx, rows, date)
}

/** A period that contains the day. An hour longer at both ends: a local midnight may not exist, or exist twice. */
function periodAround({ config }: Context, date: string) {
  const nextDate = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
  return {
    from: parseLocalTime(date, '00:00', config.timeZone) - HOUR_MS,
    to: parseLocalTime(nextDate, '00:00', config.timeZone) + HOUR_MS,
  }
}

async function programmeViews(
  { loadSeatCounts, config }: Context,
  rows: programme.ProgrammeRow[],
  date: string,
): Promise<ProgrammeShowtime[]> {
  const counts = await loadSeatCounts(rows)
  return rows
    .map((row) => programmeView(row, counts.get(row.id) ?? NO_SEATS, config.timeZone))
    .filter((showtime) => showtime.date === date)
}
