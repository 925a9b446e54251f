import { pgbench } from '../baselines/pgbench.ts'
import { bareSqlite } from '../baselines/sqlite.ts'
import { type Cinema, type Database, HALLS, openCinema, type Show } from '../cinema.ts'
import { type Row, rateRow } from '../row.ts'
import { rateOf } from '../times.ts'
import { manyWindows, type Window } from '../window.ts'

const SECONDS = 5
const SEATS_EACH = 5
const HOT_SEATS = 10
const CROWD = 500

/** Holds through the whole stack: socket, one transaction, acknowledged. */
export async function holds(): Promise<Row[]> {
  return [...(await onPostgres()), ...(await onSqlite())]
}

async function onPostgres(): Promise<Row[]> {
  const bare = await pgbench('hold')
  const against = 'pgbench, one bare statement, durable'
  return inCinema('postgres', async (cinema) => {
    const shows = await cinema.showsIn(HALLS.large)
    const many = await holdsOf(cinema, shows, 256)
    const some = await holdsOf(cinema, shows, 32)
    const hot = await refusalsOf(cinema, shows)
    const apart = await holdsOf(cinema, shows, CROWD)
    const storm = await stormOf(cinema, shows)
    return [
      rateRow('holds, PostgreSQL, 256 outstanding', [many, bare], {
        ...{ against, goal: { atLeast: 1.3 } },
      }),
      rateRow('holds, PostgreSQL, 32 outstanding', [some, bare], {
        ...{ against, goal: { atLeast: 0.8 } },
      }),
      rateRow('500 windows on 10 hot seats: refusals', [hot, apart], {
        ...{ against: 'holds/s of 500 on seats of their own', goal: { atLeast: 0.8 } },
      }),
      rateRow('holds during a storm of sign-ins', [storm, some], {
        ...{ against: 'holds/s in quiet', goal: { atLeast: 0.5 } },
      }),
    ]
  })
}

async function onSqlite(): Promise<Row[]> {
  const bare = bareSqlite('hold')
  return inCinema('sqlite', async (cinema) => {
    const shows = await cinema.showsIn(HALLS.large)
    const many = await holdsOf(cinema, shows, 256)
    return [
      rateRow('holds, SQLite, 256 outstanding', [many, bare], {
        ...{ against: 'node:sqlite FULL, one by one', goal: { atLeast: 1 } },
      }),
    ]
  })
}

async function inCinema<T>(database: Database, act: (cinema: Cinema) => Promise<T>) {
  const cinema = await openCinema(database)
  try {
    return await act(cinema)
  } finally {
    await cinema.close()
  }
}

/** Everybody holds seats of their own, one after another and again from the start: the same conditional write each time. */
async function holdsOf({ url }: Cinema, shows: Show[], count: number, among = 2) {
  const windows = await manyWindows(url, count)
  const askers = windows.map((window, n) => {
    const show = shows[n % among] as Show
    const first = Math.floor(n / among) * SEATS_EACH
    return { window, show, seats: show.seats.slice(first, first + SEATS_EACH) }
  })
  const rate = await rateOf(askers, SECONDS, async ({ window, show, seats }, n) => {
    const seatId = seats[n % SEATS_EACH]?._id
    const ack = await window.ask('holdSeat', { showtimeId: show.showtimeId, seatId })
    if (!ack.ok) throw new Error(`A hold of one's own seat was refused: ${ack.code} ${ack.message}`)
    return true
  })
  for (const { window, show, seats } of askers) await giveBack(window, show, seats)
  return rate
}

async function giveBack(window: Window, { showtimeId }: Show, seats: Show['seats']) {
  await Promise.all(seats.map(({ _id }) => window.ask('releaseSeat', { showtimeId, seatId: _id })))
  window.close()
}

/** Five hundred reach for ten seats that others hold. */
async function refusalsOf({ url }: Cinema, shows: Show[]) {
  const show = shows.at(-1) as Show
  const { showtimeId } = show
  const hot = show.seats.slice(0, HOT_SEATS).map(({ _id }) => _id)
  const [owner, ...windows] = (await manyWindows(url, CROWD + 1)) as [Window, ...Window[]]
  for (const seatId of hot) await owner.ask('holdSeat', { showtimeId, seatId })
  const rate = await rateOf(windows, SECONDS, async (window, n) => {
    const ack = await window.ask('holdSeat', { showtimeId, seatId: hot[n % HOT_SEATS] })
    if (ack.ok) throw new Error('A seat was given away twice')
    return ack.code === 'TAKEN'
  })
  for (const window of [owner, ...windows]) window.close()
  return rate
}

/** Thirty-two hold while sixteen sign in as fast as they are let. */
async function stormOf(cinema: Cinema, shows: Show[]) {
  const { url } = cinema
  const headers = { 'content-type': 'application/json' }
  const guess = (n: number) =>
    fetch(`${url}/api/auth/signin`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ email: `nobody-${n}@example.com`, password: 'not this one' }),
    }).then((answer) => answer.text())
  let isOver = false
  const storm = Array.from({ length: 16 }, async (_, n) => {
    while (!isOver) await guess(n)
  })
  const rate = await holdsOf(cinema, shows, 32)
  isOver = true
  await Promise.all(storm)
  return rate
}
