import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import { formatIsoDate } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { CatalogueIdRow, Db, MovieRow, PlaceColumns } from '#src/database/schema.ts'
import { selectCinema } from '../cinema/cinema.sql.ts'
import type { Catalogue, CatalogueDaily, CatalogueRow } from '../file/catalogue.schema.ts'
import { type CinemaClock, upcomingStarts } from '../schedule/calendar.ts'
import { dailyShowtimes } from '../schedule/schedule.sql.ts'
import { extendSchedule, isExcepted, MAX_DURATION_MS, overlaps } from '../schedule/schedule.ts'
import * as statements from './apply.sql.ts'
import { dailyKeyOf } from './apply-showtimes.ts'

/**
 * Returns a catalogue file that gives an empty cinema the same programme: what is offered, and the shows to come. Cancelled shows and movies that are no
 * longer offered are not in it.
 */
export async function exportCatalogue(ctx: Context): Promise<Catalogue> {
  // A daily showtime that was not added yet is not one that was left out.
  await extendSchedule(ctx)
  const { reader } = ctx
  const clock = { now: ctx.now(), timeZone: ctx.config.timeZone }
  const cinema = await selectCinema(reader)
  const fileIds = await statements.allCatalogueIds(reader)
  const idOf = (kind: CatalogueIdRow['kind'], storedId: string) =>
    fileIds.findLast((row) => row.kind === kind && row.stored_id === storedId)?.file_id
  const places = (await statements.allPlaces(reader)).filter(({ retired }) => retired === 0)
  const screens = (await statements.allScreens(reader))
    .filter(({ id }) => places.some(({ screen_id }) => screen_id === id))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const movies = (await statements.allMovies(reader)).filter(({ retired }) => retired === 0)
  const { fixed, daily } = await readProgramme(reader, clock)
  return {
    cinema: cinema && {
      name: cinema.name,
      address: cinema.address ?? undefined,
      lat: cinema.latitude ?? undefined,
      lng: cinema.longitude ?? undefined,
      phone: cinema.phone ?? undefined,
      arrival: cinema.arrival_minutes,
    },
    screens: screens.map(({ id, name, cleaning_minutes }) => {
      const own = places.filter(({ screen_id }) => screen_id === id)
      const rowIdOf = (letters: string) => idOf('row', `${id} ${letters}`)?.slice(id.length + 1)
      return {
        id: idOf('screen', id),
        name,
        cleaningMinutes:
          cleaning_minutes === DEFAULT_CLEANING_MINUTES ? undefined : cleaning_minutes,
        rows: rowsOf(own).map((row) => ({ id: rowIdOf(row.row), ...row })),
        parking: {
          twoWheeler: own.filter(({ kind }) => kind === 'twoWheeler').length,
          fourWheeler: own.filter(({ kind }) => kind === 'fourWheeler').length,
        },
      }
    }),
    movies: movies
      .toSorted((one, other) => one.position - other.position)
      .map((movie) => ({
        id: idOf('movie', movie.id),
        ...movieEntry(movie),
        showtimes: fixed
          .filter(({ movie_id }) => movie_id === movie.id)
          .map(({ screen, starts_at, cutoff_minutes }) => ({
            screen,
            startTime: new Date(starts_at).toISOString(),
            cutoffMinutes: cutoff_minutes,
          })),
        daily: daily
          .filter(({ movie_id }) => movie_id === movie.id)
          .map(({ entry, ...row }) => ({ id: idOf('daily', dailyKeyOf(row)), ...entry })),
      })),
  }
}

/** The shows to come: those of the daily showtimes, and all others. */
async function readProgramme(db: Db, clock: CinemaClock) {
  const { now, timeZone } = clock
  const { rows: all } = await statements.selectLiveShowtimes(db, now - MAX_DURATION_MS)
  const rules = (await dailyShowtimes(db)).toSorted((one, other) =>
    `${one.screen} ${one.at}`.localeCompare(`${other.screen} ${other.at}`),
  )
  const byRule = rules.map((rule) => {
    const starts = new Set(
      upcomingStarts(rule.at, clock).filter((start) => !isExcepted(rule, start, timeZone)),
    )
    const own = all.filter(
      (show) =>
        show.screen_id === rule.screen_id &&
        show.movie_id === rule.movie_id &&
        show.cutoff_minutes === rule.cutoff_minutes &&
        starts.has(show.starts_at),
    )
    return { rule, starts, own }
  })
  const ofRules = new Set(byRule.flatMap(({ own }) => own))
  return {
    fixed: all
      .filter((show) => show.starts_at > now && !ofRules.has(show))
      .toSorted((one, other) =>
        `${one.starts_at} ${one.screen}`.localeCompare(`${other.starts_at} ${other.screen}`),
      ),
    daily: byRule.map(({ rule, starts }) => {
      const onScreen = all.filter(({ screen_id }) => screen_id === rule.screen_id)
      // The show was moved or cancelled: in an empty cinema nothing else leaves it out.
      const left = [...starts].filter(
        (start) => !onScreen.some((show) => overlaps(show, { ...rule, starts_at: start })),
      )
      return { ...rule, entry: dailyEntry(rule, left, clock) }
    }),
  }
}

type Rule = Awaited<ReturnType<typeof dailyShowtimes>>[number]

function dailyEntry(
  { screen, at, cutoff_minutes, except_dates }: Rule,
  left: number[],
  { now, timeZone }: CinemaClock,
): CatalogueDaily {
  const today = formatIsoDate(now, timeZone)
  const stored = (JSON.parse(except_dates) as string[]).filter((day) => day >= today)
  const except = [...stored, ...left.map((start) => formatIsoDate(start, timeZone))].toSorted()
  return {
    screen,
    at,
    cutoffMinutes: cutoff_minutes ?? 0,
    except: except.length > 0 ? except : undefined,
  }
}

function rowsOf(places: readonly PlaceColumns[]): CatalogueRow[] {
  const seats = places
    .filter(({ kind }) => kind === 'seat')
    .toSorted((one, other) => one.position - other.position)
  const byRow = Map.groupBy(seats, ({ label }) => parseSeatNumber(label).letters)
  return [...byRow].map(([row, own]) => {
    const numbersOf = (access: PlaceColumns['access']) => {
      const numbers = own
        .filter((seat) => seat.access === access)
        .map(({ label }) => parseSeatNumber(label).number)
      return numbers.length > 0 ? numbers : undefined
    }
    return {
      row,
      seats: own.length,
      category: own[0]?.category ?? '',
      accessible: numbersOf('wheelchair'),
      companion: numbersOf('companion'),
    }
  })
}

const movieEntry = (movie: MovieRow) => ({
  name: movie.name,
  genre: movie.genre,
  cast: JSON.parse(movie.cast_names) as string[],
  summary: movie.summary,
  ratings: movie.ratings,
  votes: movie.votes,
  language: movie.language,
  duration: movie.duration,
  rating: movie.rating,
  imageUrl: movie.image_url,
  poster: movie.poster ?? undefined,
  image: movie.image ?? undefined,
  screen: movie.screen_text ?? undefined,
  timing: movie.timing_text ?? undefined,
  trailer: movie.trailer ?? undefined,
  releaseDate: movie.release_date ?? undefined,
})
