import type { DailyShowtimeRow } from '#src/database/schema.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { isDailyStart } from '../schedule/calendar.ts'
import type { ScheduledShowtime } from '../schedule/schedule.sql.ts'
import { isLeftOut, keyOf, overlaps } from '../schedule/schedule.ts'
import type { allScreens } from './apply.sql.ts'
import { type CatalogueIds, screenIdsByName } from './apply-daily.ts'

/** A showtime that the file has with its date, not a daily one. */
export type FixedShowtimeRow = Omit<ScheduledShowtime, 'id' | 'cutoff_minutes'> & {
  cutoff_minutes: number
  /** In the file: `movies[0].showtimes[2].startTime` */
  path: string
}

/** The showtimes of the file that have a date. */
export function fixedShowtimeRows({ movies }: Catalogue, ids: CatalogueIds): FixedShowtimeRow[] {
  const screenIds = screenIdsByName(ids)
  return movies.flatMap((movie, at) =>
    movie.showtimes.map(({ screen, startTime, cutoffMinutes }, index) => ({
      path: `movies[${at}].showtimes[${index}].startTime`,
      movie_id: ids.movies.get(movie) ?? '',
      movie: movie.name,
      screen_id: screenIds.get(screen) ?? '',
      screen,
      starts_at: Date.parse(startTime),
      cutoff_minutes: cutoffMinutes,
      duration: movie.duration,
    })),
  )
}

/** By id. */
type Screens = ReadonlyMap<string, Awaited<ReturnType<typeof allScreens>>[number]>

/**
 * Returns a function that finds the cutoff of a showtime in the file, or undefined if the file does not have the showtime. A daily showtime is not in
 * the file on days on which a single showtime of the file is on its screen at its time.
 */
export function createCutoffFinder(
  {
    fixed,
    daily,
    screens,
  }: { fixed: FixedShowtimeRow[]; daily: DailyShowtimeRow[]; screens: Screens },
  timeZone: string,
) {
  const fixedByKey = new Map(fixed.map((showtime) => [keyOf(showtime), showtime]))
  const fixedByScreen = Map.groupBy(fixed, ({ screen_id }) => screen_id)
  const findDaily = (showtime: ScheduledShowtime) => {
    const isReplaced = fixedByScreen
      .get(showtime.screen_id)
      ?.some((other) => overlaps(showtime, other))
    if (isReplaced) return undefined
    const screen = screens.get(showtime.screen_id)
    return daily.find(
      ({ screen_id, movie_id, at, except_dates }) =>
        screen_id === screen?.id &&
        movie_id === showtime.movie_id &&
        isDailyStart(showtime.starts_at, at, timeZone) &&
        !isLeftOut({ ...screen, except_dates }, showtime.starts_at, timeZone),
    )
  }
  return (showtime: ScheduledShowtime): number | undefined => {
    const same = fixedByKey.get(keyOf(showtime))
    const entry = same?.movie_id === showtime.movie_id ? same : findDaily(showtime)
    return entry?.cutoff_minutes ?? undefined
  }
}
