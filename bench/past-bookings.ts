import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../server/test/support/server-process.ts'
import { writeCatalogue } from './benchmark-server.ts'

export interface PastCounts {
  showtimes: number
  /** A multiple of ten: each past showtime with bookings has ten bookings of one seat. */
  bookings: number
}
export const LARGE_PAST: PastCounts = { showtimes: 100_000, bookings: 1_000_000 }

/** Writes past showtimes and their bookings into the database of a server that has created its tables. */
export const insertPast = (counts: PastCounts) => insertRows(statements(counts))

/** Runs the statements on the database of a server that has created its tables. */
export const insertRows = (statements: string) => async (dataDir: string) => {
  const server = await startServer({
    ...{ DATA_DIR: dataDir, CATALOGUE: writeCatalogue(dataDir), LOG_LEVEL: 'error' },
  })
  await server.kill('SIGTERM')
  const db = new DatabaseSync(join(dataDir, 'marquee.db'))
  db.function('clock_ms', { directOnly: true }, () => Date.now())
  db.exec('pragma synchronous = off; pragma foreign_keys = off')
  db.exec(statements)
  db.close()
}

const HOUR_MS = 3_600_000
const BOOKINGS_PER_SHOWTIME = 10

const statements = ({ showtimes, bookings }: PastCounts) => `
  begin;
  insert into showtimes (id, movie_id, screen_id, starts_at, rev)
  with recursive n(n) as (select 1 union all select n + 1 from n where n < ${showtimes})
  select 'past ' || n, (select id from movies limit 1), (select id from screens where name = '250 seats'),
         (${Date.now()} - n * ${3 * HOUR_MS}), 1 from n;
  create temp table sold as
  with recursive k(k) as (select 0 union all select k + 1 from k where k < ${BOOKINGS_PER_SHOWTIME - 1})
  select showtimes.id as showtime_id, showtimes.id || ' ' || k as booking_id, k, places.id as place_id
    from showtimes, k
    join places on places.screen_id = showtimes.screen_id and kind = 'seat' and position = k
   where showtimes.id like 'past %'
     and cast(substr(showtimes.id, 6) as integer) <= ${bookings / BOOKINGS_PER_SHOWTIME};
  insert into users (id, username, email, password_hash, created_at)
  select 'user ' || k, 'User', 'user-' || k || '@example.com', '', 0 from sold where showtime_id = 'past 1';
  insert into bookings (id, reference, user_id, showtime_id, total_cost, payment_status, created_at, request_hash)
  select booking_id, booking_id, 'user ' || k, showtime_id, 150, 'Paid', 0, '' from sold;
  insert into booking_places (booking_id, place_id, price) select booking_id, place_id, 150 from sold;
  insert into claims (showtime_id, place_id, booking_id) select showtime_id, place_id, booking_id from sold;
  commit;`
