import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { formatIsoDate } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { CatalogueIdRow, Db, MovieRow } from '#src/database/schema.ts'
import * as statements from '../apply/apply.sql.ts'
import { dailyKeyOf } from '../apply/apply-daily.ts'
import { catalogueOf, type Programme, type ProgrammeShow } from '../changes/programme.ts'
import { openingHoursOf } from '../cinema/cinema.service.ts'
import { selectCinema } from '../cinema/cinema.sql.ts'
import type { Catalogue, CatalogueMovie } from '../file/catalogue.schema.ts'
import { layoutOf } from '../layouts/hall-layout.ts'
import { catalogueFieldsOf } from '../movies.view.ts'
import { type CinemaClock, cinemaClock, upcomingStarts } from '../schedule/calendar.ts'
import { closedDaysOf, isClosedAt } from '../schedule/closed-days.ts'
import { extendSchedule, MAX_DURATION_MS, overlaps, readDailyRules } from '../schedule/schedule.ts'

/**
 * Returns a catalogue file that gives an empty cinema the same programme: what is offered, and the shows to come. Cancelled shows and movies that are no
 * longer offered are not in it.
 */
export async function exportCatalogue(ctx: Context): Promise<Catalogue> {
  // A daily showtime that was not added yet is not one that was left out.
  await extendSchedule(ctx)
  const clock = cinemaClock(ctx)
  return catalogueOf(
    await forEmptyCinema(ctx.reader, await readProgramme(ctx.reader, clock), clock),
  )
}

/** Reads what is offered, and the shows to come. */
export async function readProgramme(db: Db, clock: CinemaClock): Promise<Programme> {
  const cinema = await selectCinema(db)
  const fileIds = await statements.allCatalogueIds(db)
  const idOf = (kind: CatalogueIdRow['kind'], storedId: string) =>
    fileIds.findLast((row) => row.kind === kind && row.stored_id === storedId)?.file_id
  const places = (await statements.allPlaces(db)).filter(({ retired }) => retired === 0)
  const screens = (await statements.allScreens(db))
    .filter(({ id }) => places.some(({ layout_id }) => layout_id === id))
    .toSorted(byName)
  const movies = (await statements.allMovies(db)).filter(({ retired }) => retired === 0)
  const { shows, rules } = await readSchedule(db, clock)
  return {
    cinema: cinema && {
      name: cinema.name,
      address: cinema.address ?? undefined,
      lat: cinema.latitude ?? undefined,
      lng: cinema.longitude ?? undefined,
      phone: cinema.phone ?? undefined,
      arrival: cinema.arrival_minutes,
      hours: openingHoursOf(cinema),
    },
    screens: screens.map(({ id, name, cleaning_minutes, ...screen }) => {
      const own = places.filter(({ layout_id }) => layout_id === id)
      const hall = layoutOf(own)
      const rowIdOf = (letters: string) => idOf('row', `${id} ${letters}`)?.slice(id.length + 1)
      const entry = {
        id: idOf('screen', id),
        name,
        cleaningMinutes:
          cleaning_minutes === DEFAULT_CLEANING_MINUTES ? undefined : cleaning_minutes,
        closed: closedDaysOf(screen),
        rows: hall.rows.map((row) => ({ id: rowIdOf(row.row), ...row })),
        parking: hall.parking,
      }
      return [id, entry] as const
    }),
    movies: movies
      .toSorted((one, other) => one.position - other.position)
      .map((movie) => [movie.id, { id: idOf('movie', movie.id), ...movieEntry(movie) }] as const),
    shows,
    daily: rules.map((rule) => ({
      id: idOf('daily', dailyKeyOf(rule)),
      screenId: rule.screen_id,
      at: rule.at,
      movieId: rule.movie_id,
      cutoffMinutes: rule.cutoff_minutes,
      except: rule.except,
    })),
  }
}

/** Screen 2 before Screen 10. */
export const byName = (one: { name: string }, other: { name: string }) =>
  one.name.localeCompare(other.name, undefined, { numeric: true })

/** The shows to come, each with the daily showtime that has added it. */
async function readSchedule(db: Db, clock: CinemaClock) {
  const { rules, findRule } = await readDailyRules(db, clock)
  const { rows } = await statements.selectLiveShowtimes(db, clock.now)
  const shows = rows
    .toSorted((one, other) =>
      `${one.starts_at} ${one.screen}`.localeCompare(`${other.starts_at} ${other.screen}`),
    )
    .map(
      (show): ProgrammeShow => ({
        id: show.id,
        movieId: show.movie_id,
        screenId: show.screen_id,
        startsAt: show.starts_at,
        cutoffMinutes: show.cutoff_minutes,
        dailyAt: findRule(show)?.at ?? null,
        isInUse: show.is_in_use === 1,
      }),
    )
  return { shows, rules }
}

/** Leaves daily showtimes out where their show was moved or cancelled: in an empty cinema nothing else does. */
async function forEmptyCinema(
  db: Db,
  programme: Programme,
  clock: CinemaClock,
): Promise<Programme> {
  const { timeZone } = clock
  const today = formatIsoDate(clock.now, timeZone)
  const durations = new Map(programme.movies.map(([id, { duration }]) => [id, duration]))
  const closedDays = new Map(programme.screens.map(([id, { closed }]) => [id, closed]))
  const { rows } = await statements.selectLiveShowtimes(db, clock.now - MAX_DURATION_MS)
  return {
    ...programme,
    daily: programme.daily.map((rule) => {
      const duration = durations.get(rule.movieId) ?? 0
      const onScreen = rows.filter(({ screen_id }) => screen_id === rule.screenId)
      const closed = closedDays.get(rule.screenId)
      const left = upcomingStarts(rule.at, clock).filter(
        (start) =>
          !isClosedAt(closed, start, timeZone) &&
          !onScreen.some((show) => overlaps(show, { duration, starts_at: start })),
      )
      const days = left.map((start) => formatIsoDate(start, timeZone))
      const except = new Set([...rule.except.filter((day) => day >= today), ...days])
      return { ...rule, except: [...except].toSorted() }
    }),
  }
}

const movieEntry = (movie: MovieRow): Omit<CatalogueMovie, 'id'> => ({
  ...catalogueFieldsOf(movie),
  showtimes: [],
  daily: [],
})
