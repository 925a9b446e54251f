import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import type { ClaimRow, Db, RetakeBlockRow } from '../database/schema.ts'
import { clockRow } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

export type ClaimState = Pick<
  ClaimRow,
  'holder' | 'held_until' | 'held_since' | 'chosen_by' | 'booking_id'
>

interface SeatMapRow extends ClaimState {
  rev: number
  screen_id: string
  layout: number
  now: number
  max_held_until: number
  protected_after: number
  starts_at: number
  cancelled_at: number | null
  place_id: string | null
}

/**
 * Reads the revision of a showtime and its claims in one statement, so that both belong to one snapshot. The rows of a revision are always
 * the same: an expired hold is among them until it is deleted.
 */
export const selectSeatMap = (db: Db, showtimeId: string, limits: HoldLimits) =>
  sql<SeatMapRow>`
    with ${clockRow(limits)}
    select rev, screen_id, layout, starts_at, cancelled_at, now, max_held_until, protected_after, place_id, holder, held_until, held_since,
           chosen_by, booking_id
      from clock cross join showtimes
      join screens on screens.id = screen_id
      left join claims on claims.showtime_id = showtimes.id
     where showtimes.id = ${showtimeId}`.execute(db)

export const selectRevisions = (db: Db, showtimeIds: readonly string[]) =>
  sql<{ id: string; rev: number }>`
    select showtimes.id, rev
      from ${idRows(db, showtimeIds)} join showtimes on showtimes.id = wanted.id`.execute(db)

type RetakeBlock = Pick<RetakeBlockRow, 'blocked_place_id' | 'blocked_holder' | 'blocked_address'>

/** The places that some visitors may not hold again yet. */
export const selectRetakeBlocks = (db: Db, showtimeId: string) =>
  sql<RetakeBlock>`
    select blocked_place_id, blocked_holder, blocked_address from retake_blocks
     where blocked_showtime_id = ${showtimeId} and blocked_until > ${clock}`.execute(db)
