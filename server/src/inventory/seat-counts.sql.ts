import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

interface TakenSeats {
  showtime_id: string
  offered: number
  retired: number
  /** Milliseconds until the first hold expires; null without holds. */
  next_expiry_ms: number | null
}

/** Counts the sold and held seats. Seats that are no longer offered count separately. */
export const selectSeatsTaken = (db: Db, showtimeIds: string[]) =>
  sql<TakenSeats>`
    select showtime_id, sum(1 - retired) as offered, sum(retired) as retired,
           min(held_until) - (select ${clock}) as next_expiry_ms
      from ${idRows(db, showtimeIds)}
      join claims on showtime_id = wanted.id
      join places on places.id = place_id
     where kind = 'seat' and (booking_id is not null or held_until > (select ${clock}))
     group by showtime_id`.execute(db)
