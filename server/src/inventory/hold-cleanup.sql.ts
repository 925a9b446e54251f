import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, clock, inputRows, lookUp } from '../database/dialect.ts'
import { skipLocked } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { type HolderAtShowtime, type PlacesRequest, RETAKE_BLOCK_MS } from './claim-requests.ts'
import { claimsOfHolder, clockRow, endedDeadlines, isLiveHold } from './claim-rules.sql.ts'
import { type ClaimKey, isLocked, lockInOrder, placeRows } from './claims.sql.ts'
import { CLOCK_TOLERANCE_MS, type HoldLimits } from './live-holds.ts'

// Presence of holders, and the end of expired and abandoned holds.

type EndedHold = ClaimKey & { holder: string; address: string | null; asked_at: number | null }

export interface Presence extends HolderAtShowtime {
  /** False if the holder is connected but does not watch the showtime; true unless given. Only a checkout is then kept. */
  isWatching?: boolean
}

/** Records that these holders are connected now. Holds that are never abandoned, without a time, stay so. Skips holds that another transaction is changing: it sets `seen_at` too or deletes the hold. */
export const updateLastSeen = (db: Db, holders: readonly Presence[]) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', requester: 'text', is_watching: 'bigint' },
    holders.map(({ showtimeId, holder, isWatching = true }) => ({
      ...{ showtime: showtimeId, requester: holder, is_watching: Number(isWatching) },
    })),
  )
  return sql`
    with locked as materialized (
      select showtime_id, place_id from ${wanted}
             ${lookUp(db, {
               ...claimsOfHolder,
               condition: sql`showtime_id = wanted.showtime
                 and ((holder = wanted.requester and chosen_by is null) or chosen_by = wanted.requester)
                 and seen_at is not null and (is_watching = 1 or checkout_at is not null)`,
               lock: skipLocked(db, 'claims'),
             })})
    update claims set seen_at = ${clock} where ${isLocked}`.execute(db)
}

/**
 * At most `limit` claims with the lowest values of an indexed column. The number of other claims does not matter. Skips rows that another
 * transaction has locked, so that nodes that delete at the same time do not wait for each other.
 */
const lockFirst = (
  db: Db,
  { column, condition, limit }: { column: string; condition: RawBuilder<unknown>; limit: number },
) => sql`
      select * from (
        select showtime_id, place_id from claims where ${condition}
         order by ${sql.ref(column)} limit ${limit} ${skipLocked(db, 'claims')}) as first_claims`

/**
 * Deletes holds of holders who have not been connected for `graceMs`, or for `checkoutGraceMs` in checkout. Checkouts of signed-in
 * holders are kept. A holder who was last seen in the future counts as not seen: the clock was set back.
 */
export const deleteAbandonedHolds = (
  db: Db,
  { graceMs, checkoutGraceMs, limit }: { graceMs: number; checkoutGraceMs: number; limit: number },
) => {
  // The condition of the index `claims_by_last_seen`.
  const canBeAbandoned = sql`seen_at is not null and (checkout_at is null or account is null)`
  const graceOfClaim = sql`case when checkout_at is null then ${bigintParameter(graceMs)} else ${bigintParameter(checkoutGraceMs)} end`
  const wasSeenLongAgo = sql`seen_at <= ${clock} - ${bigintParameter(Math.min(graceMs, checkoutGraceMs))}
                         and seen_at <= ${clock} - ${graceOfClaim}`
  const isSeenInFuture = sql`seen_at > ${clock} + ${sql.lit(CLOCK_TOLERANCE_MS)}`
  const abandoned = [wasSeenLongAgo, isSeenInFuture].map((isAbandoned) =>
    lockFirst(db, {
      ...{ column: 'seen_at', condition: sql`${canBeAbandoned} and ${isAbandoned}`, limit },
    }),
  )
  return sql<EndedHold>`
    with locked as materialized (${sql.join(abandoned, sql` union all `)})
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)
}

/** Counts the live holds in the index of deadlines. */
export const countLiveHolds = (db: Db, limits: HoldLimits) =>
  sql<{ count: number }>`
    with ${clockRow(limits)}
    select count(*) as count from claims
     where held_until > (select now from clock) and held_until <= (select max_held_until from clock)`.execute(
    db,
  )

/** Deletes expired holds. */
export const deleteExpiredHolds = (db: Db, limits: HoldLimits, maxDeleted: number) => {
  const ended = endedDeadlines.map((condition) =>
    lockFirst(db, { column: 'held_until', condition, limit: maxDeleted }),
  )
  return sql<EndedHold>`
    with ${clockRow(limits)}, locked as materialized (${sql.join(ended, sql` union all `)})
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)
}

/** Deletes the expired holds on these places. */
export const deleteExpiredHoldsOn = (
  db: Db,
  requests: readonly PlacesRequest[],
  limits: HoldLimits,
) =>
  sql<EndedHold>`
    with ${clockRow(limits)}, ${lockInOrder(db, {
      wanted: sql`${placeRows(db, requests)} cross join clock`,
      condition: sql`not ${isLiveHold}`,
    })}
    delete from claims where ${isLocked}
    returning showtime_id, place_id, holder, address, asked_at`.execute(db)

/** Records that visitors of other addresses have asked for held places. */
export const recordAsked = (db: Db, requests: readonly PlacesRequest[], limits: HoldLimits) =>
  sql`
    with ${clockRow(limits)}, ${lockInOrder(db, {
      wanted: sql`${placeRows(db, requests)} cross join clock`,
      condition: isLiveHold,
    })}
    update claims set asked_at = ${clock} where ${isLocked}`.execute(db)

/** Keeps the previous holders of ended holds, and their addresses, from holding the places again while other visitors wait for them. */
export const insertRetakeBlocks = (db: Db, ended: readonly EndedHold[]) =>
  sql`
    insert into retake_blocks
      (blocked_showtime_id, blocked_place_id, blocked_holder, blocked_address, blocked_until)
    select showtime, place, ended_holder, ended_address, asked + ${sql.lit(RETAKE_BLOCK_MS)}
      from ${inputRows(
        db,
        {
          showtime: 'text',
          place: 'text',
          ended_holder: 'text',
          ended_address: 'text',
          asked: 'bigint',
        },
        ended.map(({ showtime_id, place_id, holder, address, asked_at }) => ({
          ...{ showtime: showtime_id, place: place_id, asked: asked_at },
          ...{ ended_holder: holder, ended_address: address },
        })),
      )}
     where asked > ${clock} - ${sql.lit(RETAKE_BLOCK_MS)}
     order by showtime, place
    on conflict (blocked_showtime_id, blocked_place_id) do update
       set blocked_holder = excluded.blocked_holder, blocked_address = excluded.blocked_address,
           blocked_until = excluded.blocked_until`.execute(db)

/** Deletes ended retake blocks. */
export const deleteExpiredBlocks = (db: Db, maxDeleted: number) =>
  sql`
    delete from retake_blocks where (blocked_showtime_id, blocked_place_id) in (
      select blocked_showtime_id, blocked_place_id from retake_blocks
       where blocked_until <= ${clock} order by blocked_until limit ${maxDeleted} ${skipLocked(db, 'retake_blocks')})`.execute(
    db,
  )
