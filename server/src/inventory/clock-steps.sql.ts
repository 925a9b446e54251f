import { sql } from 'kysely'
import { bigintParameter, clock, inputRows } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { CLOCK_TOLERANCE_MS } from './live-holds.ts'

interface ClockReading {
  now: number
  /** The latest time that was stored. */
  latest: number
  /** 1 if a place is held. */
  has_holds: number
}

export const readClock = (db: Db) =>
  sql<ClockReading>`
    select ${clock} as now, latest_time as latest,
           case when exists (select 1 from claims where held_until > 0) then 1 else 0 end as has_holds
      from database_clock where id = 1`.execute(db)

export const storeLatestTime = (db: Db, now: number) =>
  sql`update database_clock set latest_time = ${now} where id = 1`.execute(db)

/** A clock that was set back. */
interface ClockStep {
  stepMs: number
  now: number
}

/** Locks the entries of the waiting list whose offers may have holds: entries are locked before claims. */
export const lockOffers = (db: Db, { now }: ClockStep) =>
  sql`
    select id from waiting_entries
     where offer_until > ${bigintParameter(now)} order by id ${lockRows(db, 'waiting_entries')}`.execute(
    db,
  )

type ShiftedHold = Pick<ClaimRow, 'showtime_id' | 'holder'>

/**
 * Moves the times of holds back by the step, so that each hold ends as if the clock had not been set. Leaves out holds that were made since the
 * step. It also leaves out rows that another transaction is changing, and the few holds that were made exactly the length of the step before it:
 * these last longer by the step at most, and never longer than the longest hold.
 */
export const shiftHolds = (db: Db, { stepMs, now }: ClockStep) => {
  const step = bigintParameter(stepMs)
  const isMadeSince = sql`(held_since between ${bigintParameter(now - CLOCK_TOLERANCE_MS)} and ${bigintParameter(now)}
                           and seen_at <= ${bigintParameter(now)})`
  /** A time that is not in the future was recorded since the step, or long before it. */
  const shiftFuture = (column: 'seen_at' | 'asked_at') =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${bigintParameter(now)}
                                  then ${sql.ref(column)} - ${step} else ${sql.ref(column)} end`
  return sql<ShiftedHold>`
    update claims set held_since = held_since - ${step}, held_until = held_until - ${step}, clock_until = clock_until - ${step},
           kept_since = kept_since - ${step}, question_until = question_until - ${step}, checkout_at = checkout_at - ${step},
           ${shiftFuture('seen_at')}, ${shiftFuture('asked_at')}
     where (showtime_id, place_id) in (
       select showtime_id, place_id from claims
        where held_until > 0 and not ${isMadeSince} ${skipLocked(db, 'claims')})
    returning showtime_id, holder`.execute(db)
}

/** Moves the times of offers back with their holds. */
export const shiftOffers = (db: Db, { stepMs }: ClockStep, holds: readonly ShiftedHold[]) =>
  sql`
    update waiting_entries
       set offer_until = offer_until - ${bigintParameter(stepMs)}, ended_at = ended_at - ${bigintParameter(stepMs)}
     where (showtime_id, holder) in (
       select showtime, hold_holder from ${inputRows(
         db,
         { showtime: 'text', hold_holder: 'text' },
         holds.map(({ showtime_id, holder }) => ({ showtime: showtime_id, hold_holder: holder })),
       )})`.execute(db)

/** The same for the places that are kept from the holders of ended holds. */
export const shiftRetakeBlocks = (db: Db, { stepMs }: ClockStep) =>
  sql`
    update retake_blocks set blocked_until = blocked_until - ${bigintParameter(stepMs)}
     where (blocked_showtime_id, blocked_place_id) in (
       select blocked_showtime_id, blocked_place_id from retake_blocks
        where true ${skipLocked(db, 'retake_blocks')})`.execute(db)
