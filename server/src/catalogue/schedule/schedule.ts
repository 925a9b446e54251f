import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import {
  endOfShow,
  formatDateTime,
  formatIsoDate,
  formatTime,
  MINUTE_MS,
} from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { DailyShowtimeRow, Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import {
  type CinemaClock,
  cinemaClock,
  isDailyStart,
  MINUTES_PER_DAY,
  upcomingStarts,
} from './calendar.ts'
import { type ClosedColumns, closedDaysOf, isClosedAt } from './closed-days.ts'
import * as schedule from './schedule.sql.ts'

/** No movie is as long as a day. */
export const MAX_DURATION_MS = MINUTES_PER_DAY * MINUTE_MS

/** Adds the daily showtimes of the next seven days. Every node calls it regularly. Returns how many showtimes it added. */
export async function extendSchedule(ctx: Context) {
  const { added, overlapping } = await withCatalogueLock(ctx, addDailyShowtimes)
  const { timeZone } = ctx.config
  if (added.length > 0) {
    const changes = {
      added: describeShowtimes(added, timeZone),
      overlapping: describeOverlaps(overlapping, timeZone),
    }
    ctx.log.info(changes, 'daily showtimes added')
  }
  return added.length
}

/** Runs `work` in a transaction that only one node runs at a time. `clock` is read after the lock is acquired. */
export const withCatalogueLock = <T>(
  ctx: Context,
  work: (tx: Db, clock: CinemaClock) => Promise<T>,
) =>
  inTransaction(ctx.db, { durable: true, isLong: true }, async (tx) => {
    await lockCatalogue(tx)
    return work(tx, cinemaClock(ctx))
  })

/** Adds the missing daily showtimes within the caller's transaction. */
export async function addDailyShowtimes(tx: Db, clock: CinemaClock) {
  const daily = await schedule.dailyShowtimes(tx)
  const wanted = daily.flatMap((rule) => {
    const { screen_id, screen, movie_id, movie, duration, cutoff_minutes } = rule
    const showtime = { screen_id, screen, movie_id, movie, duration, cutoff_minutes }
    return upcomingStarts(rule.at, clock)
      .filter((startsAt) => !isLeftOut(rule, startsAt, clock.timeZone))
      .map((startsAt) => ({ ...showtime, starts_at: startsAt }))
  })
  const { rows: scheduled } = await schedule.scheduledSince(tx, clock.now - MAX_DURATION_MS)
  return addNonOverlappingShowtimes(tx, wanted, { scheduled, source: 'daily' })
}

/** The daily showtimes by screen and time, and a function that finds the one that has added a show: of the next days, or of a day that is over. */
export async function readDailyRules(db: Db, clock: CinemaClock) {
  const { now, timeZone } = clock
  const rows = await schedule.dailyShowtimes(db)
  const rules = rows
    .toSorted((one, other) =>
      `${one.screen} ${one.at}`.localeCompare(`${other.screen} ${other.at}`),
    )
    .map((row) => ({
      ...row,
      cutoff_minutes: row.cutoff_minutes ?? DEFAULT_CUTOFF_MINUTES,
      except: JSON.parse(row.except_dates) as string[],
      starts: new Set(upcomingStarts(row.at, clock)),
    }))

  const findRule = (show: RuleSource) =>
    rules.find(
      (rule) =>
        rule.screen_id === show.screen_id &&
        rule.movie_id === show.movie_id &&
        rule.cutoff_minutes === show.cutoff_minutes &&
        (show.starts_at > now
          ? rule.starts.has(show.starts_at)
          : isDailyStart(show.starts_at, rule.at, timeZone)) &&
        !isLeftOut(rule, show.starts_at, timeZone),
    )
  return { rules, findRule }
}

type RuleSource = Pick<NewShowtime, 'screen_id' | 'movie_id' | 'cutoff_minutes' | 'starts_at'>

/** Whether a daily showtime is left out on the day of this start: by itself, or because its screen is closed. */
export const isLeftOut = (
  { except_dates, ...screen }: Pick<DailyShowtimeRow, 'except_dates'> & ClosedColumns,
  startsAt: number,
  timeZone: string,
) =>
  (JSON.parse(except_dates) as string[]).includes(formatIsoDate(startsAt, timeZone)) ||
  isClosedAt(closedDaysOf(screen), startsAt, timeZone)

type NewShowtime = Omit<schedule.ScheduledShowtime, 'id'>

/** A showtime that was not added, and the one that is on its screen at its time. */
interface Overlap {
  showtime: NewShowtime
  other: NewShowtime
}

interface Schedule {
  /** What is there already, cancelled shows included. */
  scheduled: readonly schedule.ScheduledShowtime[]
  /** `file`: shows that were moved or cancelled since may still be in it. `changes`: exactly the shows that staff wants. */
  source: 'daily' | 'file' | 'changes'
}

/**
 * Adds the wanted showtimes that do not exist yet. A moved or cancelled one is not added again, unless staff wants it. A showtime that overlaps another one on its
 * screen is left out. A cancelled show is only in the way of a daily one, and at exactly its start: a screen has one showtime for each.
 */
export async function addNonOverlappingShowtimes(
  tx: Db,
  wanted: readonly NewShowtime[],
  { scheduled, source }: Schedule,
) {
  const earliest = wanted.reduce(
    (min, { starts_at }) => Math.min(min, starts_at),
    Number.MAX_SAFE_INTEGER,
  )
  const { rows: left } = await schedule.selectLeftTimes(tx, earliest)
  const known =
    source === 'changes'
      ? scheduled.filter(({ cancelled_at }) => cancelled_at == null)
      : [...left, ...scheduled]
  const movieByKey = new Map(known.map((showtime) => [keyOf(showtime), showtime.movie_id]))
  const missing = wanted.filter((showtime) => movieByKey.get(keyOf(showtime)) !== showtime.movie_id)
  const byScreen = Map.groupBy<string, NewShowtime>(scheduled, ({ screen_id }) => screen_id)
  const added: schedule.ScheduledShowtime[] = []
  const overlapping: Overlap[] = []
  for (const showtime of missing) {
    const onScreen = byScreen.get(showtime.screen_id) ?? []
    const other = onScreen.find(
      (one) =>
        overlaps(showtime, one) &&
        (one.cancelled_at == null || source === 'daily' || keyOf(one) === keyOf(showtime)),
    )
    if (other) {
      overlapping.push({ showtime, other })
      continue
    }
    added.push({ ...showtime, id: crypto.randomUUID() })
    onScreen.push(showtime)
    byScreen.set(showtime.screen_id, onScreen)
  }
  for (const showtime of added) await schedule.addShowtime(tx, showtime)
  return { added, overlapping }
}

/** `Amaran on Screen 1, Tue, 1 Dec 2026, 6:30 PM` */
const describeShowtime = (
  { movie, screen, starts_at }: Pick<NewShowtime, 'movie' | 'screen' | 'starts_at'>,
  timeZone: string,
) => `${movie} on ${screen}, ${formatDateTime(starts_at, timeZone)}`

export const describeShowtimes = (
  showtimes: readonly Pick<NewShowtime, 'movie' | 'screen' | 'starts_at'>[],
  timeZone: string,
) => showtimes.map((showtime) => describeShowtime(showtime, timeZone))

export const describeOverlaps = (overlapping: readonly Overlap[], timeZone: string) =>
  overlapping.map(
    ({ showtime, other }) =>
      `${describeShowtime(showtime, timeZone)}: ${other.cancelled_at == null ? '' : 'the cancelled show '}${other.movie} is there at ${formatTime(other.starts_at, timeZone)}`,
  )

export const keyOf = ({ screen_id, starts_at }: Pick<NewShowtime, 'screen_id' | 'starts_at'>) =>
  `${screen_id} ${starts_at}`

/** Whether two showtimes of one screen are on it at the same time. */
export const overlaps = (
  first: Pick<NewShowtime, 'starts_at' | 'duration'>,
  second: Pick<NewShowtime, 'starts_at' | 'duration'>,
) =>
  first.starts_at < endOfShow(second.starts_at, second.duration) &&
  second.starts_at < endOfShow(first.starts_at, first.duration)
