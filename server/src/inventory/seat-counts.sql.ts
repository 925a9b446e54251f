import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { clockRow, isLiveHold } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

interface TakenSeats {
  showtime_id: string
  /** Taken seats that are still offered. */
  taken_offered: number
  /** Taken seats that are no longer offered. */
  taken_retired: number
  /** Milliseconds until the first hold expires; null without holds. */
  next_expiry_ms: number | null
}

/** Counts the seats that are taken: sold or held. */
export const selectSeatsTaken = (db: Db, showtimeIds: string[], limits: HoldLimits) =>
  sql<TakenSeats>`
    with ${clockRow(limits)}
    select showtime_id, sum(1 - retired) as taken_offered, sum(retired) as taken_retired,
           min(held_until - now) as next_expiry_ms
      from ${idRows(db, showtimeIds)}
     cross join clock
      join claims on showtime_id = wanted.id
      join places on places.id = place_id
     where kind = 'seat' and (booking_id is not null or ${isLiveHold})
     group by showtime_id`.execute(db)
