import type { DailyShowtimeRow, Db } from '../database/schema.ts'
import * as rows from './apply.sql.ts'
import { type CinemaClock, isDailyStart } from './calendar.ts'
import type { Catalogue } from './catalogue.schema.ts'
import { diffRows, idsOf } from './row-diff.ts'
import { type ScheduledShowtime, scheduledSince } from './schedule.sql.ts'
import { addDailyShowtimes, addFittingShowtimes, keyOf, LONGEST_MS } from './schedule.ts'

interface Ids {
  screens: Map<string, string>
  movies: Map<string, string>
}

/** What plays daily, as the schedule goes on with it after this start and any later one. */
export async function applyDaily(tx: Db, { movies }: Catalogue, ids: Ids) {
  const wanted = movies.flatMap((movie) =>
    movie.daily.map(({ screen, at, cutoffMinutes }) => ({
      screen_id: ids.screens.get(screen) ?? '',
      at,
      movie_id: ids.movies.get(movie.name) ?? '',
      cutoff_minutes: cutoffMinutes,
    })),
  )
  const existing = await rows.allDaily(tx)
  const { added, changed, lost } = diffRows<DailyShowtimeRow>(
    existing,
    wanted,
    ({ screen_id, at }) => `${screen_id} ${at}`,
  )
  for (const daily of lost) await rows.deleteDaily(tx, daily)
  for (const daily of changed) await rows.updateDaily(tx, daily)
  await rows.insertRows(tx, 'daily_showtimes', added)
  return {
    daily: wanted,
    tally: { added: added.length, changed: changed.length, removed: lost.length, kept: 0 },
  }
}

/** Makes the coming showtimes those of the file. What is past, sold or held stays as it is. */
export async function applyShowtimes(
  tx: Db,
  { fixed, daily }: { fixed: FixedShowtimeRow[]; daily: DailyShowtimeRow[] },
  when: CinemaClock,
) {
  const first = fixed.reduce((least, { starts_at }) => Math.min(least, starts_at), when.now)
  const { rows: playing } = await scheduledSince(tx, first - LONGEST_MS)
  const cutoffWanted = cutoffsOf(fixed, daily, when.timeZone)
  const coming = playing
    .filter(({ starts_at }) => starts_at > when.now)
    .map((showtime) => ({ ...showtime, wanted: cutoffWanted(showtime) }))

  const lost = coming.filter(({ wanted }) => wanted === undefined)
  const { rows: removed } = await rows.deleteUnusedShowtimes(tx, idsOf(lost))
  const changed = coming.filter(
    ({ wanted, cutoff_minutes }) => wanted !== undefined && wanted !== cutoff_minutes,
  )
  for (const { id, wanted = 0 } of changed) await rows.updateCutoff(tx, id, wanted)

  const gone = new Set(idsOf(removed))
  const left = playing.filter(({ id }) => !gone.has(id))
  const once = await addFittingShowtimes(tx, fixed, left)
  const repeated = await addDailyShowtimes(tx, when)
  return {
    added: once.added + repeated.added,
    changed: changed.length,
    removed: removed.length,
    kept: lost.length - removed.length,
    clashing: once.clashing + repeated.clashing,
  }
}

export type FixedShowtimeRow = Omit<ScheduledShowtime, 'id' | 'cutoff_minutes'> & {
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

/** The cutoff that the file wants for a showtime; undefined if the file does not want the showtime. */
function cutoffsOf(fixed: FixedShowtimeRow[], daily: DailyShowtimeRow[], timeZone: string) {
  const once = new Map(fixed.map((showtime) => [keyOf(showtime), showtime]))
  return (showtime: ScheduledShowtime) => {
    const wanted = [
      once.get(keyOf(showtime)),
      ...daily.filter(
        ({ screen_id, at }) =>
          screen_id === showtime.screen_id && isDailyStart(showtime.starts_at, at, timeZone),
      ),
    ]
    const same = wanted.find((one) => one?.movie_id === showtime.movie_id)
    return same?.cutoff_minutes ?? undefined
  }
}
