import { signUpAndSignIn } from '../../server/test/support/booking-flow.ts'
import { createHttpClient } from '../../server/test/support/http-client.ts'
import { measurePgbench } from '../baselines/pgbench.ts'
import { measureSqlite } from '../baselines/sqlite.ts'
import { type BenchmarkServer, SCREENS, withBenchmarkServer } from '../benchmark-server.ts'
import { type HttpConnection, openHttpConnection } from '../http-connection.ts'
import { type Result, rateResult } from '../report.ts'
import { measureRate } from '../timing.ts'

const SECONDS = 5
const BUYERS = 64
const SEATS_PER_BOOKING = 4
const PRICE = 150

/** Durable bookings of four seats over HTTP by 64 concurrent buyers. */
export async function bookings(): Promise<Result[]> {
  const pgbench = await measurePgbench('booking')
  const onPostgres = await withBenchmarkServer('postgres', measureBookings)
  const sqlite = measureSqlite('booking')
  const onSqlite = await withBenchmarkServer('sqlite', measureBookings)
  const load = `${SEATS_PER_BOOKING} seats, ${BUYERS} buyers`
  return [
    rateResult(`bookings over HTTP, PostgreSQL, ${load}`, [onPostgres, pgbench], {
      ...{ against: 'pgbench, six statements', goal: { atLeast: 1 } },
    }),
    rateResult(`bookings over HTTP, SQLite, ${load}`, [onSqlite, sqlite], {
      ...{ against: 'node:sqlite FULL, one by one', goal: { atLeast: 0.5 } },
    }),
  ]
}

async function measureBookings({ url, showtimesOf }: BenchmarkServer) {
  const showtimes = await showtimesOf(SCREENS.huge)
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS; n += 1) buyers.push(await createBuyer(url, n))
  // A buyer's requests go to one showtime after another. No two bookings ask for the same seat.
  const rate = await measureRate(buyers, SECONDS, async (buyer, n) => {
    const showtime = showtimes[(n + buyer.n) % showtimes.length]
    const first = (Math.floor(n / showtimes.length) * BUYERS + buyer.n) * SEATS_PER_BOOKING
    const seats = showtime?.seats.slice(first, first + SEATS_PER_BOOKING) ?? []
    if (seats.length < SEATS_PER_BOOKING) throw new Error('The screen is too small for this rate')
    const { statusCode, text } = await buyer.connection.post('/api/bookings', {
      movieId: showtime?.movieId,
      showtimeId: showtime?.showtimeId,
      userId: buyer.userId,
      phone: '9876543210',
      seatIds: seats.map(({ _id }) => _id),
      parkingSlotIds: [],
      totalCost: SEATS_PER_BOOKING * PRICE,
    })
    if (statusCode !== 200) throw new Error(`A booking was answered with ${statusCode}: ${text}`)
    return true
  })
  for (const { connection } of buyers) connection.close()
  return rate
}

interface Buyer {
  n: number
  connection: HttpConnection
  userId: string
}

async function createBuyer(url: string, n: number): Promise<Buyer> {
  const client = createHttpClient(url)
  const userId = await signUpAndSignIn(client, `buyer-${n}@example.com`)
  return { n, connection: await openHttpConnection(url, client.cookies()), userId }
}
