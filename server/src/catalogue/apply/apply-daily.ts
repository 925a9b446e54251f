import { countOf } from '@marquee/contract/text/count'
import {
  addDays,
  formatDate,
  formatIsoDate,
  formatLocalTime,
  parseLocalTime,
} from '@marquee/contract/time'
import type { DailyShowtimeRow, Db } from '#src/database/schema.ts'
import type {
  Catalogue,
  CatalogueDaily,
  CatalogueMovie,
  CatalogueScreen,
} from '../file/catalogue.schema.ts'
import { dailyShowtimes, type ScheduledShowtime } from '../schedule/schedule.sql.ts'
import { isLeftOut, overlaps } from '../schedule/schedule.ts'
import * as statements from './apply.sql.ts'
import { matchEntries } from './catalogue-entries.ts'
import { type RowChanges, renamed } from './row-diff.ts'

/** The ids of the screens and movies of a catalogue. */
export interface CatalogueIds {
  screens: ReadonlyMap<CatalogueScreen, string>
  movies: ReadonlyMap<CatalogueMovie, string>
}

export const screenIdsByName = ({ screens }: CatalogueIds) =>
  new Map([...screens].map(([{ name }, id]) => [name, id]))

interface DailyEntry {
  id: string | undefined
  /** Its screen and time. */
  name: string
  entry: CatalogueDaily
  row: DailyShowtimeRow
  text: string
}

/** Applies the daily showtimes, which `extendSchedule` turns into showtimes. `fileIds` are what the ids of the last file name. */
export async function applyDaily(
  tx: Db,
  catalogue: Catalogue,
  { fileIds, ...ids }: CatalogueIds & { fileIds: ReadonlyMap<string, string> },
) {
  const entries = dailyEntries(catalogue, ids)
  const stored = new Map((await dailyShowtimes(tx)).map((row) => [dailyKeyOf(row), row]))
  const keys = [...stored.keys()].map((key) => ({ id: key, name: key, isOffered: true }))
  const matched = matchEntries(entries, keys, fileIds)
  const found = new Set(matched.values())

  const added = entries.filter((entry) => !matched.has(entry))
  const changed = entries.flatMap((after) => {
    const before = stored.get(matched.get(after) ?? '')
    return before && !isSameDaily(before, after.row) ? [{ before, after }] : []
  })
  const missing = [...stored].flatMap(([key, row]) => (found.has(key) ? [] : row))
  for (const row of [...missing, ...changed.map(({ before }) => before)])
    await statements.deleteDaily(tx, row)
  const written = [...added, ...changed.map(({ after }) => after)]
  await statements.insertRows(
    tx,
    'daily_showtimes',
    written.map(({ row }) => row),
  )
  const changes: RowChanges = {
    added: added.map(({ text }) => text),
    changed: changed.map(({ before, after }) => renamed(describeDaily(before), after.text)),
    removed: missing.map(describeDaily),
    kept: [],
  }
  return {
    ids: new Map(entries.map(({ entry, name }) => [entry, name])),
    daily: entries.map(({ row }) => row),
    changes,
  }
}

function dailyEntries({ movies }: Catalogue, ids: CatalogueIds): DailyEntry[] {
  const screenIds = screenIdsByName(ids)
  return movies.flatMap((movie) =>
    movie.daily.map((entry) => {
      const { id, screen, at, cutoffMinutes: cutoff_minutes } = entry
      const screen_id = screenIds.get(screen) ?? ''
      const row = {
        screen_id,
        at,
        movie_id: ids.movies.get(movie) ?? '',
        cutoff_minutes,
        except_dates: JSON.stringify(entry.except?.toSorted() ?? []),
      }
      const text = describeDaily({ movie: movie.name, screen, at })
      return { id, name: dailyKeyOf(row), entry, row, text }
    }),
  )
}

export const dailyKeyOf = ({ screen_id, at }: Pick<DailyShowtimeRow, 'screen_id' | 'at'>) =>
  `${screen_id} ${at}`

const describeDaily = ({ movie, screen, at }: { movie: string; screen: string; at: string }) =>
  `${movie} on ${screen}, daily ${formatLocalTime(at)}`

const isSameDaily = (one: DailyShowtimeRow, other: DailyShowtimeRow) =>
  dailyKeyOf(one) === dailyKeyOf(other) &&
  one.movie_id === other.movie_id &&
  one.cutoff_minutes === other.cutoff_minutes &&
  one.except_dates === other.except_dates

/** Which daily showtimes these showtimes replace, one line for each: `Amaran on Screen 1, daily 6:30 PM: replaced by single shows on Thu, 3 Dec 2026 …`. */
export async function describeReplacedDaily(
  tx: Db,
  placed: readonly ScheduledShowtime[],
  timeZone: string,
) {
  const byScreen = Map.groupBy(placed, ({ screen_id }) => screen_id)
  return (await dailyShowtimes(tx)).flatMap((rule) => {
    const starts = (byScreen.get(rule.screen_id) ?? []).flatMap((showtime) =>
      [-1, 0, 1]
        .map((days) => addDays(formatIsoDate(showtime.starts_at, timeZone), days))
        .map((day) => ({ ...rule, starts_at: parseLocalTime(day, rule.at, timeZone) }))
        .filter(
          (daily) =>
            overlaps(showtime, daily) &&
            !isSameShow(showtime, daily) &&
            !isLeftOut(rule, daily.starts_at, timeZone),
        )
        .map(({ starts_at }) => starts_at),
    )
    const days = [...new Set(starts)]
      .toSorted((one, other) => one - other)
      .map((start) => formatDate(start, timeZone))
    if (days.length === 0) return []
    const more = days.length > 1 ? ` and ${countOf(days.length - 1, 'more day')}` : ''
    return `${describeDaily(rule)}: replaced by single shows on ${days[0]}${more}.`
  })
}

const isSameShow = (
  one: Pick<ScheduledShowtime, 'movie_id' | 'starts_at'>,
  other: Pick<ScheduledShowtime, 'movie_id' | 'starts_at'>,
) => one.movie_id === other.movie_id && one.starts_at === other.starts_at
