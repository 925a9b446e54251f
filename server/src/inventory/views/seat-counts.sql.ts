import { sql } from 'kysely'
import { bigintParameter, clock, idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface TakenSeats {
  showtime_id: string
  category: string
  /** Taken seats that the screen has today, with the free ones that are protected or out of service. */
  taken_current: number
  /** Taken retired seats. */
  taken_retired: number
  /** Milliseconds until the first held place is available or protected seats are opened; null without such seats. */
  next_expiry_ms: number | null
}

/** The relation `clock`: the database's time, and the start of the first show that still protects its accessible places. */
const clockRow = (accessReleaseMs: number) => sql`clock as materialized (
      select now, now + ${bigintParameter(accessReleaseMs)} as protected_after from (select ${clock} as now limit 1) as reading)`

/** The selection of a held place. */
const selectionOfClaim = sql`left join selections on selections.showtime_id = claims.showtime_id and selections.holder = claims.holder`

/** Counts the seats that visitors do not see as available, by category: sold, held, protected or out of service. */
export const selectSeatsTaken = (
  db: Db,
  showtimeIds: string[],
  { accessReleaseMs }: { accessReleaseMs: number },
) =>
  sql<TakenSeats>`
    with ${clockRow(accessReleaseMs)}
    select showtime_id, category, sum(1 - retired) as taken_current, sum(retired) as taken_retired,
           min(change_at - now) as next_expiry_ms
      from (
        select claims.showtime_id, category, retired, deadline as change_at, now
          from ${idRows(db, showtimeIds)}
         cross join clock
          join claims on claims.showtime_id = wanted.id
          join places on places.id = place_id
               ${selectionOfClaim}
         where kind = 'seat' and (booking_id is not null or deadline > now)
        union all
        select showtimes.id, category, 0, case when out_of_service = 0 then starts_at - protected_after + now end, now
          from ${idRows(db, showtimeIds)}
         cross join clock
          join showtimes on showtimes.id = wanted.id
          join places on places.layout_id = showtimes.layout_id and kind = 'seat' and retired = 0
               and (out_of_service = 1 or (access is not null and starts_at > protected_after))
          left join claims on claims.showtime_id = showtimes.id and place_id = places.id
               ${selectionOfClaim}
         where booking_id is null and not coalesce(deadline > now, false)) as unavailable
     group by showtime_id, category`.execute(db)
