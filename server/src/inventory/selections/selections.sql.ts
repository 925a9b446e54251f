import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, clock, idRows, inputRows, lookUp } from '#src/database/dialect.ts'
import { skipLocked } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { CLOCK_TOLERANCE_MS } from '../draft.ts'

/** The showtimes at which visitors choose places, as holders or as friends. */
export const selectShowtimesOfVisitors = (db: Db, visitors: readonly string[]) => {
  const find = (table: 'selections' | 'selection_friends', visitor: 'holder' | 'friend') => sql`
    select wanted.id as visitor, showtime_id
      from ${idRows(db, visitors)} ${lookUp(db, {
        table,
        columns: sql`showtime_id`,
        condition: sql`${sql.ref(visitor)} = wanted.id`,
      })}`
  return sql<{ visitor: string; showtime_id: string }>`
    ${find('selections', 'holder')} union ${find('selection_friends', 'friend')}`.execute(db)
}

/** The showtimes at which a user holds places. */
export const selectShowtimesOfAccount = (db: Db, userId: string) =>
  sql<{ showtime_id: string }>`
    select showtime_id from selections where account = ${userId}
    union select showtime_id from selection_friends where account = ${userId}
    union select showtime_id from claims join showtimes on showtimes.id = showtime_id and starts_at > ${clock}
           where account = ${userId}`.execute(db)

/** The selections of others that visitors have joined. */
export const selectJoinedSelections = (db: Db, friendIds: readonly string[]) =>
  sql<{ friend: string; showtime_id: string; holder: string; since: number }>`
    select friend, selection_friends.showtime_id, selection_friends.holder, since
      from ${idRows(db, friendIds)} ${lookUp(db, {
        table: 'selection_friends',
        columns: sql`friend, showtime_id, holder`,
        condition: sql`friend = wanted.id`,
      })}
      join selections on selections.showtime_id = selection_friends.showtime_id and selections.holder = selection_friends.holder
     where deadline > ${clock}`.execute(db)

export const selectShowtimeOfLink = (db: Db, linkHash: string) =>
  sql<{ showtime_id: string }>`
    select showtime_id from selections where link_hash = ${linkHash} and deadline > ${clock}`.execute(
    db,
  )

/** Showtimes with selections or cool-downs whose time is over, and with selections that end later than any hold can: the clock was set back. */
export const selectShowtimesToExpire = (
  db: Db,
  { holdMaxMs, limit }: { holdMaxMs: number; limit: number },
) =>
  sql<{ showtime_id: string }>`
    select distinct showtime_id from (
      select showtime_id from (
        select showtime_id from selections where deadline <= ${clock} order by deadline limit ${limit}) as ended
      union all
      select showtime_id from (
        select showtime_id from selections
         where deadline > ${clock} + ${bigintParameter(holdMaxMs + CLOCK_TOLERANCE_MS)} order by deadline desc limit ${limit}) as set_back
      union all
      select showtime_id from (
        select showtime_id from cool_downs where until_at <= ${clock} order by until_at limit ${limit}) as cooled) as due`.execute(
    db,
  )

interface AbsentVisitorRow {
  showtime_id: string
  visitor: string
  seen_at: number
}

interface Grace {
  graceMs: number
  checkoutGraceMs: number
  limit: number
}

/**
 * Visitors who have not been connected for `graceMs`, or for `checkoutGraceMs` at the checkout. Checkouts of signed-in visitors are kept. A
 * visitor who was last seen in the future counts as absent: the clock was set back. The condition is that of the indexes of `seen_at`.
 */
export const selectAbsentVisitors = (db: Db, { graceMs, checkoutGraceMs, limit }: Grace) => {
  const isGone = sql`seen_at <= ${clock} - ${bigintParameter(Math.min(graceMs, checkoutGraceMs))}
       and seen_at <= ${clock} - case when checkout_at is null then ${bigintParameter(graceMs)} else ${bigintParameter(checkoutGraceMs)} end`
  const isInFuture = sql`seen_at > ${clock} + ${sql.lit(CLOCK_TOLERANCE_MS)}`
  const find = (
    table: 'selections' | 'selection_friends',
    { visitor, condition, order }: Record<'visitor' | 'condition' | 'order', RawBuilder<unknown>>,
  ) => sql`
      select * from (
        select showtime_id, ${visitor} as visitor, seen_at from ${sql.table(table)}
         where ${condition} and seen_at is not null and (checkout_at is null or account is null) and places > 0
         order by ${order} limit ${limit}) as found`
  const parts = [
    { condition: isGone, order: sql`seen_at` },
    { condition: isInFuture, order: sql`seen_at desc` },
  ].flatMap((part) => [
    find('selections', { ...part, visitor: sql`holder` }),
    find('selection_friends', { ...part, visitor: sql`friend` }),
  ])
  return sql<AbsentVisitorRow>`${sql.join(parts, sql` union all `)}`.execute(db)
}

export interface Presence {
  showtimeId: string
  visitorId: string
  /** False if the visitor is connected but does not watch the showtime; true unless given. Only a checkout is then kept. */
  isWatching?: boolean
}

/** When these visitors were recorded as connected last. */
export const selectLastSeen = (
  db: Db,
  visitors: readonly Pick<Presence, 'showtimeId' | 'visitorId'>[],
) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', visitor: 'text' },
    visitors.map(({ showtimeId, visitorId }) => ({ showtime: showtimeId, visitor: visitorId })),
  )
  const select = (table: 'selections' | 'selection_friends', visitor: 'holder' | 'friend') => sql`
    select showtime_id, ${sql.ref(visitor)} as visitor, seen_at
      from ${wanted} join ${sql.table(table)} on showtime_id = wanted.showtime and ${sql.ref(visitor)} = wanted.visitor`
  return sql<AbsentVisitorRow>`
    ${select('selections', 'holder')} union all ${select('selection_friends', 'friend')}`.execute(
    db,
  )
}

/**
 * Records that these visitors are connected now. Those without a time are never abandoned and stay so. Skips rows that a command is
 * changing: it records the visitor as well.
 */
export const updateLastSeen = async (db: Db, visitors: readonly Presence[]) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', visitor: 'text', is_watching: 'bigint' },
    visitors.map(({ showtimeId, visitorId, isWatching = true }) => ({
      showtime: showtimeId,
      visitor: visitorId,
      is_watching: Number(isWatching),
    })),
  )
  const update = (table: 'selections' | 'selection_friends', visitor: 'holder' | 'friend') => {
    const id = sql.ref(`${table}.${visitor}`)
    const found = lookUp(db, {
      table,
      columns: sql`showtime_id, ${sql.ref(visitor)}`,
      condition: sql`showtime_id = wanted.showtime and ${sql.ref(visitor)} = wanted.visitor
        and seen_at is not null and (is_watching = 1 or checkout_at is not null)`,
      lock: skipLocked(db, table),
    })
    return sql`
      update ${sql.table(table)} set seen_at = ${clock}
       where (showtime_id, ${sql.ref(visitor)}) in (
         select ${sql.table(table)}.showtime_id, ${id} from ${wanted} ${found})`.execute(db)
  }
  await update('selections', 'holder')
  await update('selection_friends', 'friend')
}

/** Counts the places that are held at all showtimes. */
export const countLiveHolds = (db: Db) =>
  sql<{ count: number }>`
    select (select coalesce(sum(places), 0) from selections where deadline > ${clock})
         + (select coalesce(sum(selection_friends.places), 0)
              from selection_friends
              join selections on selections.showtime_id = selection_friends.showtime_id and selections.holder = selection_friends.holder
             where deadline > ${clock}) as count`.execute(db)

/** Shows that protect their accessible places no more. Leaves out shows on screens without such places. */
export const selectShowsToOpen = (
  db: Db,
  { accessReleaseMs }: { accessReleaseMs: number },
  maxShows: number,
) =>
  sql<{ id: string }>`
    select showtimes.id from showtimes
     where access_opened = 0 and starts_at > ${clock} and starts_at <= ${clock} + ${bigintParameter(accessReleaseMs)}
       and exists (select 1 from places where layout_id = showtimes.layout_id and access is not null)
     order by showtimes.id limit ${maxShows}`.execute(db)

export const setAccessOpened = (db: Db, showtimeId: string) =>
  sql`update showtimes set access_opened = 1 where id = ${showtimeId}`.execute(db)
