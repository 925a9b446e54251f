import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getProgramme } from '@marquee/contract/office/programme/week'
import {
  addDays,
  formatInstant,
  formatIsoDate,
  MINUTE_MS,
  startOfDay,
} from '@marquee/contract/time'
import { byName } from '#src/catalogue/export/export-catalogue.service.ts'
import { readMovieStates } from '#src/catalogue/movie-state.ts'
import { readProgrammeState } from '#src/catalogue/programme.service.ts'
import { closedDaysOf } from '#src/catalogue/schedule/closed-days.ts'
import { readDailyRules } from '#src/catalogue/schedule/schedule.ts'
import type { Context } from '#src/context.ts'
import * as statements from './week.sql.ts'

type ProgrammeWeek = ResponseBody<typeof getProgramme>

/** Reads the programme of some days. */
export async function readProgrammeGrid(
  ctx: Context,
  days: { from?: string | undefined; days: number },
) {
  const { reader, config } = ctx
  const { timeZone } = config
  const clock = { now: ctx.now(), timeZone }
  const from = days.from ?? formatIsoDate(clock.now, timeZone)
  const period = {
    from: startOfDay(from, timeZone),
    to: startOfDay(addDays(from, days.days), timeZone),
  }
  const [programme, screens, movies, { rules, findRule }, shows] = await Promise.all([
    readProgrammeState(reader),
    statements.selectGridScreens(reader),
    readMovieStates(reader, clock),
    readDailyRules(reader, clock),
    statements.selectGridShows(reader, period),
  ])
  const claims = await ctx.loadPlaceCounts(shows.rows)
  const seats = new Map(screens.rows.map((screen) => [screen.id, screen.seats]))
  const shownIn = new Set(shows.rows.map(({ screen_id }) => screen_id))
  const shown = new Set(shows.rows.map(({ movie_id }) => movie_id))
  const today = formatIsoDate(clock.now, timeZone)

  return {
    from,
    days: days.days,
    version: programme.version,
    isOwnedByOffice: programme.isOwnedByOffice,
    screens: screens.rows
      .filter((screen) => screen.is_earlier === 0 && (screen.seats > 0 || shownIn.has(screen.id)))
      .toSorted(byName)
      .map(({ id, name, cleaning_minutes, ...screen }) => ({
        _id: id,
        name,
        cleaningMinutes: cleaning_minutes,
        closed: closedDaysOf(screen) ?? null,
      })),
    movies: movies
      .filter(({ id, retired }) => retired === 0 || shown.has(id))
      .map(({ id, name, duration, state }) => ({ _id: id, name, duration, state })),
    shows: shows.rows.map((show) => {
      const { sold = 0, held = 0 } = claims.get(show.id)?.seats ?? {}
      const dailyAt = findRule(show)?.at ?? null
      return {
        _id: show.id,
        movieId: show.movie_id,
        screenId: show.screen_id,
        startTime: formatInstant(show.starts_at),
        endTime: formatInstant(show.starts_at + show.duration * MINUTE_MS),
        cutoffMinutes: show.cutoff_minutes,
        sold,
        held,
        capacity: seats.get(show.layout_id) ?? 0,
        dailyAt,
      }
    }),
    dailyRules: rules.map((rule) => ({
      screenId: rule.screen_id,
      at: rule.at,
      movieId: rule.movie_id,
      cutoffMinutes: rule.cutoff_minutes,
      except: rule.except.filter((day) => day >= today),
    })),
  } satisfies ProgrammeWeek
}
