import { sql } from 'kysely'
import { idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface SoldSeatRow {
  label: string
  sold: number
  /** The sum of its ranks: 0 for a seat that was sold first at a show, 1 for one that was sold last. */
  ranks: number
}

/**
 * A seat that a visitor has bought or exchanged has a time of its own. One that staff has sold has that of its booking; no other booking is looked up.
 */
const bookingOfStaff = sql`case when sold_at is null then claims.booking_id end`

/** How often and in which order the seats were sold at shows, by label: a screen has other places in each version of its layout. */
export const selectSoldSeats = (db: Db, showtimeIds: readonly string[]) =>
  sql<SoldSeatRow>`
    select label, count(*) as sold, sum(sales_rank) as ranks
      from (select label, percent_rank() over (partition by claims.showtime_id order by coalesce(sold_at, created_at)) as sales_rank
              from ${idRows(db, showtimeIds)}
              join claims on claims.showtime_id = wanted.id
              left join bookings on bookings.id = ${bookingOfStaff}
              join places on places.id = claims.place_id
             where (sold_at is not null or channel <> 'house') and kind = 'seat') as sold_seats
     group by label`.execute(db)

export const selectScreensInUse = (db: Db) =>
  sql<{ id: string; name: string; places_revision: number }>`
    select id, name, places_revision from screens
     where version_of is null and exists (select 1 from places where layout_id = screens.id and retired = 0)
     order by name`.execute(db)
