import type { Context } from '../context.ts'
import { lockCatalogue } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { type CinemaClock, MINUTE_MS, MINUTES_PER_DAY, upcomingStarts } from './calendar.ts'
import * as schedule from './schedule.sql.ts'

/** No film is as long as a day. */
export const LONGEST_MS = MINUTES_PER_DAY * MINUTE_MS

/** Fills the coming seven days with what plays daily; for a timer, on every node. Returns how many showtimes it added. */
export async function extendSchedule(ctx: Context) {
  const { added } = await withCatalogueLock(ctx, addDailyShowtimes)
  if (added > 0) ctx.log.info({ added }, 'the daily schedule has been carried on')
  return added
}

/** One node at a time changes what plays; `work` gets the moment at which its turn came. */
export const withCatalogueLock = <T>(
  ctx: Context,
  work: (tx: Db, when: CinemaClock) => Promise<T>,
) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    await lockCatalogue(tx)
    return work(tx, { now: ctx.now(), timeZone: ctx.config.timeZone })
  })

/** The part of `keepScheduled` that belongs into the transaction of whoever changes the programme. */
export async function addDailyShowtimes(tx: Db, { now, timeZone }: CinemaClock) {
  const daily = await schedule.dailyShowtimes(tx)
  const wanted = daily.flatMap(({ at, ...showtime }) =>
    upcomingStarts(at, now, timeZone).map((startsAt) => ({ ...showtime, starts_at: startsAt })),
  )
  const { rows } = await schedule.scheduledSince(tx, now - LONGEST_MS)
  return addFittingShowtimes(tx, wanted, rows)
}

type Wanted = Omit<schedule.ScheduledShowtime, 'id'>

/**
 * Adds the showtimes that are not there yet. One whose screen is taken by another film, which has been sold or is
 * already running, is left out and counted as clashing.
 */
export async function addFittingShowtimes(
  tx: Db,
  wanted: Wanted[],
  playing: schedule.ScheduledShowtime[],
) {
  const there = new Map(playing.map((showtime) => [keyOf(showtime), showtime.movie_id]))
  const missing = wanted.filter((showtime) => there.get(keyOf(showtime)) !== showtime.movie_id)
  const onScreen = Map.groupBy(playing, ({ screen_id }) => screen_id)
  const fitting = missing.filter(
    (showtime) => !onScreen.get(showtime.screen_id)?.some((other) => isAtOnce(showtime, other)),
  )
  for (const showtime of fitting) {
    await schedule.addShowtime(tx, { ...showtime, id: crypto.randomUUID() })
  }
  return { added: fitting.length, clashing: missing.length - fitting.length }
}

export const keyOf = ({ screen_id, starts_at }: Pick<Wanted, 'screen_id' | 'starts_at'>) =>
  `${screen_id} ${starts_at}`

const isAtOnce = (one: Wanted, other: Wanted) =>
  one.starts_at < other.starts_at + other.duration * MINUTE_MS &&
  other.starts_at < one.starts_at + one.duration * MINUTE_MS
