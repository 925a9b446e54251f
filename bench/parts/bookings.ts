import { createHttpClient } from '../../server/test/support/http-client.ts'
import { pgbench } from '../baselines/pgbench.ts'
import { bareSqlite } from '../baselines/sqlite.ts'
import { type Cinema, type Database, HALLS, openCinema } from '../cinema.ts'
import { aLine, type Line } from '../line.ts'
import { type Row, rateRow } from '../row.ts'
import { type Rate, rateOf } from '../times.ts'

const SECONDS = 5
const BUYERS = 64
const SEATS_EACH = 4
const PRICE = 150

/** Bookings of four seats over HTTP, sixty-four buyers at once, each on the disk before it is answered. */
export async function bookings(): Promise<Row[]> {
  const onPostgres = await bookingsOn('postgres', await pgbench('booking'))
  const onSqlite = await bookingsOn('sqlite', bareSqlite('booking'))
  const each = `${SEATS_EACH} seats, ${BUYERS} buyers`
  return [
    rateRow(`bookings over HTTP, PostgreSQL, ${each}`, onPostgres, {
      ...{ against: 'pgbench, six statements', goal: { atLeast: 1 } },
    }),
    rateRow(`bookings over HTTP, SQLite, ${each}`, onSqlite, {
      ...{ against: 'node:sqlite FULL, one by one', goal: { atLeast: 0.5 } },
    }),
  ]
}

async function bookingsOn(database: Database, bare: Rate): Promise<[Rate, Rate]> {
  const cinema = await openCinema(database)
  try {
    return [await rateIn(cinema), bare]
  } finally {
    await cinema.close()
  }
}

async function rateIn({ url, showsIn }: Cinema) {
  const shows = await showsIn(HALLS.large)
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS; n += 1) buyers.push(await aBuyer(url, n))
  // Each buys in one show after another, four seats of their own in each row of turns.
  const rate = await rateOf(buyers, SECONDS, async (buyer, n) => {
    const show = shows[(n + buyer.n) % shows.length]
    const first = (Math.floor(n / shows.length) * BUYERS + buyer.n) * SEATS_EACH
    const seatIds = show?.seats.slice(first, first + SEATS_EACH).map(({ _id }) => _id) ?? []
    if (seatIds.length < SEATS_EACH) throw new Error('The hall is sold out: the run was too fast')
    const { line, userId } = buyer
    const places = { seatIds, parkingSlotIds: [], totalCost: SEATS_EACH * PRICE }
    const order = {
      movieId: show?.movieId,
      showtimeId: show?.showtimeId,
      userId,
      phone: '9876543210',
    }
    const { statusCode, text } = await line.post('/api/bookings', { ...order, ...places })
    if (statusCode !== 200) throw new Error(`A booking was answered with ${statusCode}: ${text}`)
    return true
  })
  for (const { line } of buyers) line.close()
  return rate
}

interface Buyer {
  n: number
  line: Line
  userId: string
}

async function aBuyer(url: string, n: number): Promise<Buyer> {
  const client = createHttpClient(url)
  const account = { email: `buyer-${n}@example.com`, password: 'a train, stolen' }
  await client.post('/api/auth/signup', { ...account, username: `Buyer ${n}` })
  const answer = await client.post('/api/auth/signin', account)
  const { user } = answer.json() as { user: { _id: string } }
  return { n, line: await aLine(url, client.cookies()), userId: user._id }
}
