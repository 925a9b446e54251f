import { sql } from 'kysely'
import { lockRows } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { clockRow, isLiveHold } from './claim-rules.sql.ts'
import type { ClaimKey } from './claims.sql.ts'
import { isLocked } from './claims.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** The holder of an offer has no connection: without a time of the last one, the hold is not abandoned. */
export const clearPresence = (db: Db, holder: string) =>
  sql`update claims set seen_at = null where holder = ${holder}`.execute(db)

type HeldPlace = Pick<
  ClaimRow,
  'place_id' | 'holder' | 'account' | 'held_since' | 'held_until' | 'chosen_by'
>

/** Locks what two holders hold at a showtime, in the order of the places. */
export const lockHoldsOf = (
  db: Db,
  { showtimeId, holders }: { showtimeId: string; holders: readonly [string, string] },
  limits: HoldLimits,
) =>
  sql<HeldPlace>`
    with ${clockRow(limits)}
    select place_id, holder, account, held_since, held_until, chosen_by from claims cross join clock
     where showtime_id = ${showtimeId} and holder in (${holders[0]}, ${holders[1]}) and ${isLiveHold}
     order by place_id ${lockRows(db, 'claims')}`.execute(db)

interface HeldSelection {
  showtimeId: string
  from: string
  to: string
  userId: string
  heldSince: number
}

/** Gives the selection of an account in one browser to another browser. It is not abandoned: the account may open the offer again elsewhere. */
export const setHolder = (db: Db, { showtimeId, from, to, userId, heldSince }: HeldSelection) =>
  sql`
    update claims set holder = ${to}, seen_at = null
     where showtime_id = ${showtimeId} and holder = ${from} and account = ${userId} and held_since = ${heldSince}`.execute(
    db,
  )

/** Deletes what a holder holds at one showtime. */
export const deleteHoldsAt = (db: Db, showtimeId: string, holder: string) =>
  sql<ClaimKey>`
    with locked as materialized (
      select showtime_id, place_id from claims
       where showtime_id = ${showtimeId} and holder = ${holder}
       order by place_id ${lockRows(db, 'claims')})
    delete from claims where ${isLocked}
    returning showtime_id, place_id`.execute(db)
