import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { clockRow, isLiveHold, isProtected } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

export interface TakenSeats {
  showtime_id: string
  category: string
  /** Taken seats that are still offered, with the free ones that are protected or out of service. */
  taken_offered: number
  /** Taken seats that are no longer offered. */
  taken_retired: number
  /** Milliseconds until the first held place is available or protected seats are released; null without such seats. */
  next_expiry_ms: number | null
}

/** Counts the seats that visitors do not see as available, by category: sold, held, protected or out of service. */
export const selectSeatsTaken = (db: Db, showtimeIds: string[], limits: HoldLimits) =>
  sql<TakenSeats>`
    with ${clockRow(limits)}
    select showtime_id, category, sum(1 - retired) as taken_offered, sum(retired) as taken_retired,
           min(change_at - now) as next_expiry_ms
      from (
        select showtime_id, category, retired, held_until as change_at, now
          from ${idRows(db, showtimeIds)}
         cross join clock
          join claims on showtime_id = wanted.id
          join places on places.id = place_id
         where kind = 'seat' and (booking_id is not null or ${isLiveHold})
        union all
        select showtimes.id, category, 0, case when out_of_service = 0 then starts_at - protected_after + now end, now
          from ${idRows(db, showtimeIds)}
         cross join clock
          join showtimes on showtimes.id = wanted.id
          join places on places.screen_id = showtimes.screen_id and kind = 'seat' and retired = 0
               and (out_of_service = 1 or ${isProtected})
          left join claims on claims.showtime_id = showtimes.id and place_id = places.id
         where booking_id is null and not coalesce(${isLiveHold}, false)) as unavailable
     group by showtime_id, category`.execute(db)
