import { countOf } from '@marquee/contract/text/count'
import { MINUTE_MS } from '@marquee/contract/time'
import type { DailyShowtimeRow, Db } from '#src/database/schema.ts'
import type { CinemaClock } from '../schedule/calendar.ts'
import { type ScheduledShowtime, scheduledSince } from '../schedule/schedule.sql.ts'
import {
  addDailyShowtimes,
  addNonOverlappingShowtimes,
  describeOverlaps,
  describeShowtimes,
  keyOf,
  MAX_DURATION_MS,
} from '../schedule/schedule.ts'
import * as statements from './apply.sql.ts'
import { describeReplacedDaily } from './apply-daily.ts'
import type { ProgrammeConflict } from './catalogue-entries.ts'
import { findClosedTimes } from './closed-times.ts'
import { createCutoffFinder, type FixedShowtimeRow } from './fixed-showtimes.ts'
import { type RowChanges, rowIdsOf, splitMissing } from './row-diff.ts'

interface ShowtimeChanges extends RowChanges {
  /** Not added: a showtime that had to stay is on the screen at that time. */
  overlapping: string[]
  /** Daily showtimes that are left out, because a showtime of the file is on the screen at that time. */
  replaced: string[]
}

export interface AppliedShowtimes {
  changes: ShowtimeChanges
  added: ScheduledShowtime[]
  removed: ScheduledShowtime[]
  /** Which daily showtimes the added and moved ones take the place of, one line each. */
  replacedDaily: string[]
  conflicts: ProgrammeConflict[]
}

export interface WantedShowtimes {
  /** What staff has changed, or a catalogue file. */
  source: 'file' | 'changes'
  fixed: FixedShowtimeRow[]
  daily: DailyShowtimeRow[]
  /** The ids of movies that take more time than before. */
  longer: ReadonlySet<string>
  /** The ids of screens with other days without shows than before. */
  otherClosedDays: ReadonlySet<string>
  /** For changes of staff: moves and cancels shows in use, after others are removed and before any is added. */
  changeShows?: (() => Promise<unknown>) | undefined
}

/** Applies the upcoming showtimes of the file. Past, booked and held showtimes stay, and none is added in the past. */
export async function applyShowtimes(
  tx: Db,
  { fixed, daily, longer, otherClosedDays, source, changeShows }: WantedShowtimes,
  clock: CinemaClock,
): Promise<AppliedShowtimes> {
  const { timeZone } = clock
  const earliest = fixed.reduce((min, { starts_at }) => Math.min(min, starts_at), clock.now)
  const readScheduled = async () => (await scheduledSince(tx, earliest - MAX_DURATION_MS)).rows
  const scheduled = await readScheduled()
  const upcoming = scheduled.filter(({ starts_at }) => starts_at > clock.now)
  const screens = new Map((await statements.allScreens(tx)).map((screen) => [screen.id, screen]))
  const findCutoff = createCutoffFinder({ fixed, daily, screens }, timeZone)
  const { missing, removed, changed } = await updateUpcoming(tx, upcoming, findCutoff)
  const removedIds = new Set(rowIdsOf(removed))
  await changeShows?.()
  const remaining = changeShows
    ? await readScheduled()
    : scheduled.filter(({ id }) => !removedIds.has(id))
  const keysBefore = new Map(scheduled.map((showtime) => [showtime.id, keyOf(showtime)]))
  const moved = remaining.filter(
    (showtime) =>
      keysBefore.get(showtime.id) !== keyOf(showtime) ||
      (longer.has(showtime.movie_id) && showtime.starts_at > clock.now),
  )
  const isThere = new Set(remaining.map(keyOf))
  const past = fixed.filter((show) => show.starts_at <= clock.now && !isThere.has(keyOf(show)))
  const coming = fixed.filter((show) => !past.includes(show))
  const { added, single, overlapping, replaced } = await addMissing(
    tx,
    { fixed: coming, remaining, source },
    clock,
  )

  const describe = (showtimes: readonly ScheduledShowtime[]) =>
    describeShowtimes(showtimes, timeZone)
  const placed = [...added, ...moved]
  const onClosedScreens = remaining.filter(
    (showtime) =>
      otherClosedDays.has(showtime.screen_id) &&
      showtime.starts_at > clock.now &&
      showtime.cancelled_at == null &&
      !placed.includes(showtime),
  )
  const closedTimes = await findClosedTimes(tx, { placed, onClosedScreens, screens }, timeZone)
  const closedIds = new Set(closedTimes.flatMap(({ keptId = [] }) => keptId))
  const conflicts = [
    ...past.map((showtime) => ({ showtime, message: pastStart(showtime, timeZone) })),
    ...(await findKeptConflicts(
      tx,
      missing.filter(({ id }) => !removedIds.has(id) && !closedIds.has(id)),
      timeZone,
    )),
    ...single.map((overlap) => ({
      showtime: overlap.showtime,
      message: `${describeOverlaps([overlap], timeZone)[0]}. Choose another time, or move that show first.`,
    })),
    ...findMissingCleaning({ placed, remaining, screens }, timeZone),
    ...closedTimes,
  ]
  return {
    changes: {
      added: describeShowtimes(added, timeZone),
      changed: describe(changed),
      ...splitMissing(missing, removed, describe),
      overlapping: describeOverlaps(overlapping, timeZone),
      replaced: describeOverlaps(replaced, timeZone),
    },
    added,
    removed: missing.filter(({ id }) => removedIds.has(id)),
    replacedDaily: await describeReplacedDaily(tx, placed, timeZone),
    conflicts,
  }
}

/** The added and moved showtimes, and those of longer movies, with less time before or after them than the cleaning of their screen takes. */
function findMissingCleaning(
  {
    placed,
    remaining,
    screens,
  }: {
    placed: ScheduledShowtime[]
    remaining: ScheduledShowtime[]
    screens: ReadonlyMap<string, { cleaning_minutes: number }>
  },
  timeZone: string,
) {
  const isNew = new Set(placed)
  const shown = remaining.filter(({ cancelled_at }) => cancelled_at == null)
  const all = new Set([...shown, ...placed])
  const byScreen = Map.groupBy(all, ({ screen_id }) => screen_id)
  return [...byScreen].flatMap(([screenId, shows]) => {
    const cleaningMinutes = screens.get(screenId)?.cleaning_minutes ?? 0
    const sorted = shows.toSorted((one, other) => one.starts_at - other.starts_at)
    return sorted.slice(1).flatMap((after, index): ProgrammeConflict[] => {
      const before = sorted[index]
      if (!before || !(isNew.has(before) || isNew.has(after))) return []
      const pause = (after.starts_at - before.starts_at) / MINUTE_MS - before.duration
      if (pause >= cleaningMinutes) return []
      const [text] = describeShowtimes([after], timeZone)
      const message =
        pause < 0
          ? `${text}: ${before.movie} ends ${countOf(-pause, 'minute')} later. Choose another time for one of them first.`
          : `${text}: no cleaning time. ${before.movie} ends ${countOf(pause, 'minute')} before, and ${after.screen} needs ${countOf(cleaningMinutes, 'minute')}. Choose another time, or change the cleaning time of the screen.`
      return [{ showtime: isNew.has(after) ? after : before, message, isApplied: true }]
    })
  })
}

const pastStart = ({ path, ...showtime }: FixedShowtimeRow, timeZone: string) =>
  `${path}: ${describeShowtimes([showtime], timeZone)[0]} is in the past. Correct the date and the year, or leave the show out.`

/** The upcoming showtimes that the file does not have and that stay. Those that staff has moved or cancelled are not in the file any more. */
async function findKeptConflicts(tx: Db, kept: readonly ScheduledShowtime[], timeZone: string) {
  const { rows } = await statements.selectUseOfKept(tx, rowIdsOf(kept))
  const useById = new Map(rows.map((row) => [row.id, row]))
  return kept.flatMap((showtime) => {
    const use = useById.get(showtime.id)
    if (!use) return []
    const message = `${describeShowtimes([showtime], timeZone)[0]} stays: ${reasonToStay(use)}. Keep it in the file, or move or cancel it first (marquee office show cancel ${showtime.id}).`
    return [{ showtime, keptId: showtime.id, message }]
  })
}

function reasonToStay({ sold, held }: { sold: number; held: number }) {
  if (sold > 0) return `${countOf(sold, 'place')} sold`
  return held > 0 ? `${countOf(held, 'place')} held` : 'it has bookings, all cancelled'
}

/** Removes the upcoming showtimes that are not in the file and not in use, and changes the cutoffs of the others. */
async function updateUpcoming(
  tx: Db,
  upcoming: readonly ScheduledShowtime[],
  findCutoff: (showtime: ScheduledShowtime) => number | undefined,
) {
  const wanted = upcoming.map((showtime) => ({ showtime, cutoff: findCutoff(showtime) }))
  const missing = wanted.flatMap(({ showtime, cutoff }) => (cutoff === undefined ? showtime : []))
  const { rows: removed } = await statements.deleteUnusedShowtimes(tx, rowIdsOf(missing))
  const changed: ScheduledShowtime[] = []
  for (const { showtime, cutoff } of wanted) {
    if (cutoff === undefined || cutoff === showtime.cutoff_minutes) continue
    await statements.updateCutoff(tx, showtime.id, cutoff)
    changed.push(showtime)
  }
  return { missing, removed, changed }
}

/** Adds the single showtimes of the file, then the daily ones. `remaining` are already scheduled. */
async function addMissing(
  tx: Db,
  {
    fixed,
    remaining,
    source,
  }: Pick<WantedShowtimes, 'fixed' | 'source'> & { remaining: ScheduledShowtime[] },
  clock: CinemaClock,
) {
  const single = await addNonOverlappingShowtimes(
    tx,
    fixed.map(({ path: _path, ...showtime }) => showtime),
    { scheduled: remaining, source },
  )
  const daily = await addDailyShowtimes(tx, clock)
  const fixedKeys = new Set(fixed.map(keyOf))
  const isReplaced = ({ other }: (typeof daily.overlapping)[number]) => fixedKeys.has(keyOf(other))
  return {
    added: [...single.added, ...daily.added],
    single: single.overlapping,
    overlapping: [
      ...single.overlapping,
      ...daily.overlapping.filter((overlap) => !isReplaced(overlap)),
    ],
    replaced: daily.overlapping.filter(isReplaced),
  }
}
