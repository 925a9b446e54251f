import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface PlaceCountRow {
  showtime_id: string
  /** 1 for seats, 0 for parking slots. */
  is_seat: number
  sold: number
  /** Places that are sold although they are out of service, at a show that has started. */
  sold_out_of_service: number
  /** Without those out of service. */
  house_seats: number
  held: number
  /** Milliseconds until the first held place is available; null without holds. */
  next_expiry_ms: number | null
}

/** Counts the places that are sold, house seats, and held. */
export const selectPlaceCounts = (db: Db, showtimeIds: readonly string[]) =>
  sql<PlaceCountRow>`
    with clock as materialized (select ${clock} as now limit 1)
    select claims.showtime_id, case when kind = 'seat' then 1 else 0 end as is_seat,
           count(case when channel <> 'house' then 1 end) as sold,
           count(case when channel <> 'house' and out_of_service = 1 then 1 end) as sold_out_of_service,
           count(case when channel = 'house' and out_of_service = 0 then 1 end) as house_seats,
           count(case when claims.booking_id is null then 1 end) as held,
           min(deadline - now) as next_expiry_ms
      from ${idRows(db, showtimeIds)}
     cross join clock
      join claims on claims.showtime_id = wanted.id
      join places on places.id = place_id
      left join bookings on bookings.id = claims.booking_id
      left join selections on selections.showtime_id = claims.showtime_id and selections.holder = claims.holder
     where claims.booking_id is not null or deadline > now
     group by claims.showtime_id, case when kind = 'seat' then 1 else 0 end`.execute(db)
