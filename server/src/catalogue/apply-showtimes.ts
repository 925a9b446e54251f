import type { DailyShowtimeRow, Db } from '../database/schema.ts'
import * as statements from './apply.sql.ts'
import { type CinemaClock, isDailyStart } from './calendar.ts'
import type { Catalogue } from './catalogue.schema.ts'
import { diffRows, idsOf } from './row-diff.ts'
import { type ScheduledShowtime, scheduledSince } from './schedule.sql.ts'
import {
  addDailyShowtimes,
  addNonOverlappingShowtimes,
  keyOf,
  MAX_DURATION_MS,
} from './schedule.ts'

interface Ids {
  screens: Map<string, string>
  movies: Map<string, string>
}

/** Applies the daily showtimes, which `extendSchedule` turns into showtimes. */
export async function applyDaily(tx: Db, { movies }: Catalogue, ids: Ids) {
  const wanted = movies.flatMap((movie) =>
    movie.daily.map(({ screen, at, cutoffMinutes }) => ({
      screen_id: ids.screens.get(screen) ?? '',
      at,
      movie_id: ids.movies.get(movie.name) ?? '',
      cutoff_minutes: cutoffMinutes,
    })),
  )
  const existing = await statements.allDaily(tx)
  const { added, changed, missing } = diffRows<DailyShowtimeRow>(
    existing,
    wanted,
    ({ screen_id, at }) => `${screen_id} ${at}`,
  )
  for (const daily of missing) await statements.deleteDaily(tx, daily)
  for (const daily of changed) await statements.updateDaily(tx, daily)
  await statements.insertRows(tx, 'daily_showtimes', added)
  return {
    daily: wanted,
    counts: { added: added.length, changed: changed.length, removed: missing.length, kept: 0 },
  }
}

/** Applies the upcoming showtimes of the file. Past, booked and held showtimes stay. */
export async function applyShowtimes(
  tx: Db,
  { fixed, daily }: { fixed: FixedShowtimeRow[]; daily: DailyShowtimeRow[] },
  clock: CinemaClock,
) {
  const earliest = fixed.reduce((min, { starts_at }) => Math.min(min, starts_at), clock.now)
  const { rows: scheduled } = await scheduledSince(tx, earliest - MAX_DURATION_MS)
  const findCutoff = createCutoffFinder(fixed, daily, clock.timeZone)
  const upcoming = scheduled
    .filter(({ starts_at }) => starts_at > clock.now)
    .map((showtime) => ({ ...showtime, cutoffInFile: findCutoff(showtime) }))

  const missing = upcoming.filter(({ cutoffInFile }) => cutoffInFile === undefined)
  const { rows: removed } = await statements.deleteUnusedShowtimes(tx, idsOf(missing))
  const changed = upcoming.filter(
    ({ cutoffInFile, cutoff_minutes }) =>
      cutoffInFile !== undefined && cutoffInFile !== cutoff_minutes,
  )
  for (const { id, cutoffInFile = 0 } of changed)
    await statements.updateCutoff(tx, id, cutoffInFile)

  const removedIds = new Set(idsOf(removed))
  const remaining = scheduled.filter(({ id }) => !removedIds.has(id))
  const fixedResult = await addNonOverlappingShowtimes(tx, fixed, remaining)
  const dailyResult = await addDailyShowtimes(tx, clock)
  return {
    added: fixedResult.added + dailyResult.added,
    changed: changed.length,
    removed: removed.length,
    kept: missing.length - removed.length,
    overlapping: fixedResult.overlapping + dailyResult.overlapping,
  }
}

type FixedShowtimeRow = Omit<ScheduledShowtime, 'id' | 'cutoff_minutes'> & {
  cutoff_minutes: number
}

export const fixedShowtimeRows = ({ movies }: Catalogue, ids: Ids): FixedShowtimeRow[] =>
  movies.flatMap((movie) =>
    movie.showtimes.map(({ screen, startTime, cutoffMinutes }) => ({
      movie_id: ids.movies.get(movie.name) ?? '',
      screen_id: ids.screens.get(screen) ?? '',
      starts_at: Date.parse(startTime),
      cutoff_minutes: cutoffMinutes,
      duration: movie.duration,
    })),
  )

/** Returns a function that finds the cutoff of a showtime in the file, or undefined if the file does not have the showtime. */
function createCutoffFinder(
  fixed: FixedShowtimeRow[],
  daily: DailyShowtimeRow[],
  timeZone: string,
) {
  const fixedByKey = new Map(fixed.map((showtime) => [keyOf(showtime), showtime]))
  return (showtime: ScheduledShowtime) => {
    const entries = [
      fixedByKey.get(keyOf(showtime)),
      ...daily.filter(
        ({ screen_id, at }) =>
          screen_id === showtime.screen_id && isDailyStart(showtime.starts_at, at, timeZone),
      ),
    ]
    const same = entries.find((entry) => entry?.movie_id === showtime.movie_id)
    return same?.cutoff_minutes ?? undefined
  }
}
