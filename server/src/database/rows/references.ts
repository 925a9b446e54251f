import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** The references that no foreign key checks (docs/decisions/011-few-foreign-keys.md): column and the table to which it refers. */
export const UNCHECKED_REFERENCES = {
  claims: { showtime_id: 'showtimes', place_id: 'places', booking_id: 'bookings' },
  booking_places: { booking_id: 'bookings', place_id: 'places' },
  seat_passes: { booking_id: 'bookings', place_id: 'places' },
  bookings: { showtime_id: 'showtimes' },
  payments: { booking_id: 'bookings', voucher_id: 'vouchers', shift_id: 'shifts' },
  vouchers: { booking_id: 'bookings' },
  cancelled_places: { booking_id: 'bookings', showtime_id: 'showtimes', place_id: 'places' },
  booking_changes: { booking_id: 'bookings' },
  show_cancellations: { showtime_id: 'showtimes' },
  show_moves: { showtime_id: 'showtimes' },
  poster_files: { movie_id: 'movies' },
  change_takings: { booking_id: 'bookings', showtime_id: 'showtimes' },
  daily_takings: { showtime_id: 'showtimes' },
  seat_outages: { place_id: 'places' },
} as const

interface Orphans {
  /** Table and column: `claims.booking_id`. */
  column: string
  /** The number of rows that refer to a row that does not exist. */
  rows: number
}

/** Selects the number of orphans of each reference. The same text for both databases. */
const ORPHANS_QUERY = Object.entries(UNCHECKED_REFERENCES)
  .flatMap(([table, references]) =>
    Object.entries(references).map(
      ([column, target]) => `
        select '${table}.${column}' as "column", count(*) as rows from ${table}
         where ${column} is not null
           and not exists (select 1 from ${target} where ${target}.id = ${table}.${column})`,
    ),
  )
  .join(' union all ')

/** Returns the columns with orphans. */
export async function findOrphans(db: Db): Promise<Orphans[]> {
  const { rows } = await sql.raw<Orphans>(ORPHANS_QUERY).execute(db)
  return rows.filter((orphans) => orphans.rows > 0)
}
