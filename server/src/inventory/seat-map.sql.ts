import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { clockRow } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

export type ClaimState = Pick<ClaimRow, 'holder' | 'held_until' | 'booking_id'>

interface SeatMapRow extends ClaimState {
  rev: number
  screen_id: string
  layout: number
  now: number
  max_held_until: number
  place_id: string | null
}

/**
 * Reads the revision of a showtime and its claims in one statement, so that both belong to one snapshot. The rows of a revision are always
 * the same: an expired hold is among them until it is deleted.
 */
export const selectSeatMap = (db: Db, showtimeId: string, limits: HoldLimits) =>
  sql<SeatMapRow>`
    with ${clockRow(limits)}
    select rev, screen_id, layout, now, max_held_until, place_id, holder, held_until, booking_id
      from clock cross join showtimes
      join screens on screens.id = screen_id
      left join claims on claims.showtime_id = showtimes.id
     where showtimes.id = ${showtimeId}`.execute(db)

export const selectRevisions = (db: Db, showtimeIds: readonly string[]) =>
  sql<{ id: string; rev: number }>`
    select showtimes.id, rev
      from ${idRows(db, showtimeIds)} join showtimes on showtimes.id = wanted.id`.execute(db)
