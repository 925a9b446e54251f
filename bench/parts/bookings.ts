import { measurePgbench } from '../baselines/pgbench.ts'
import { measureSqlite } from '../baselines/sqlite.ts'
import { type BenchmarkServer, withBenchmarkServer } from '../benchmark-server.ts'
import { BUYERS, createBookingLoad, SEATS_PER_BOOKING } from '../booking-load.ts'
import { type Result, rateResult } from '../report.ts'

const SECONDS = 5

/** Durable bookings of four seats over HTTP by 64 concurrent buyers. */
export async function bookings(): Promise<Result[]> {
  const pgbench = await measurePgbench('booking')
  const onPostgres = await withBenchmarkServer('postgres', measureBookings)
  const sqlite = measureSqlite('booking')
  const onSqlite = await withBenchmarkServer('sqlite', measureBookings)
  const load = `${SEATS_PER_BOOKING} seats, ${BUYERS} buyers`
  return [
    rateResult(`bookings over HTTP, PostgreSQL, ${load}`, [onPostgres, pgbench], {
      against: 'pgbench, six statements',
      goal: { atLeast: 0.7 },
    }),
    rateResult(`bookings over HTTP, SQLite, ${load}`, [onSqlite, sqlite], {
      against: 'node:sqlite FULL, one by one',
      goal: { atLeast: 1 },
    }),
  ]
}

async function measureBookings(server: BenchmarkServer) {
  const load = await createBookingLoad(server)
  const rate = await load.measure(SECONDS)
  load.close()
  return rate
}
