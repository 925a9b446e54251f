import type { SocketClient } from '../../server/test/support/socket-client.ts'
import { measurePgbench } from '../baselines/pgbench.ts'
import { measureSqlite } from '../baselines/sqlite.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { type Result, rateResult } from '../report.ts'
import { startSignIns } from '../sign-ins.ts'
import { connectClients } from '../socket-clients.ts'
import { measureRate } from '../timing.ts'

const SECONDS = 5
const SEATS_PER_CLIENT = 5
const CONTENDED_SEATS = 10
const CONTENDING_CLIENTS = 500

/** Holds through the whole stack: socket, transaction, acknowledgement. */
export const holds = async (): Promise<Result[]> => [
  ...(await holdsOnPostgres()),
  ...(await holdsOnSqlite()),
]

async function holdsOnPostgres(): Promise<Result[]> {
  const baseline = await measurePgbench('hold')
  const against = 'pgbench, one bare statement, durable'
  return withBenchmarkServer('postgres', async (server) => {
    const showtimes = await server.showtimesOf(SCREENS.huge)
    const with256 = await measureHolds(server, showtimes, 256)
    const with32 = await measureHolds(server, showtimes, 32)
    const refusals = await measureRefusals(server, showtimes)
    const with500 = await measureHolds(server, showtimes, CONTENDING_CLIENTS)
    const duringSignIns = await measureHoldsDuringSignIns(server, showtimes)
    return [
      rateResult('holds and releases, PostgreSQL, 256 outstanding', [with256, baseline], {
        against,
        goal: { atLeast: 1 },
      }),
      rateResult('holds and releases, PostgreSQL, 32 outstanding', [with32, baseline], {
        against,
        goal: { atLeast: 0.6 },
      }),
      rateResult('refusals, 500 clients on 10 held seats', [refusals, with500], {
        against: 'holds/s of 500 clients on seats of their own',
        goal: { atLeast: 0.9 },
      }),
      rateResult('holds during continuous sign-ins', [duringSignIns, with32], {
        against: 'holds/s without sign-ins',
        goal: { atLeast: 0.6 },
      }),
    ]
  })
}

async function holdsOnSqlite(): Promise<Result[]> {
  const baseline = measureSqlite('hold')
  return withBenchmarkServer('sqlite', async (server) => {
    const with256 = await measureHolds(server, await server.showtimesOf(SCREENS.huge), 256)
    return [
      rateResult('holds and releases, SQLite, 256 outstanding', [with256, baseline], {
        against: 'node:sqlite FULL, one by one',
        goal: { atLeast: 4 },
      }),
    ]
  })
}

/** Each client holds and releases seats of its own in turn, in two showtimes. Both are counted. */
async function measureHolds(
  { url }: BenchmarkServer,
  showtimes: BenchmarkShowtime[],
  count: number,
) {
  const clients = (await connectClients(url, count)).map((client, n) => {
    const showtime = showtimes[n % 2] as BenchmarkShowtime
    const first = Math.floor(n / 2) * SEATS_PER_CLIENT
    const seatIds = showtime.seats.slice(first, first + SEATS_PER_CLIENT).map(({ _id }) => _id)
    return { client, showtimeId: showtime.showtimeId, seatIds }
  })
  const rate = await measureRate(clients, SECONDS, async ({ client, showtimeId, seatIds }, n) => {
    const seatId = seatIds[(n >> 1) % SEATS_PER_CLIENT] ?? ''
    const ack = await client.ask(n % 2 === 0 ? 'holdSeat' : 'releaseSeat', { showtimeId, seatId })
    if (!ack.ok) throw new Error(`A hold was refused: ${ack.code} ${ack.message}`)
    return true
  })
  for (const { client, showtimeId, seatIds } of clients) {
    await Promise.all(seatIds.map((seatId) => client.ask('releaseSeat', { showtimeId, seatId })))
    client.close()
  }
  return rate
}

/** Many clients request ten seats that another client holds. */
async function measureRefusals({ url }: BenchmarkServer, showtimes: BenchmarkShowtime[]) {
  const { showtimeId, seats } = showtimes.at(-1) as BenchmarkShowtime
  const seatIds = seats.slice(0, CONTENDED_SEATS).map(({ _id }) => _id)
  const connected = await connectClients(url, CONTENDING_CLIENTS + 1)
  const [owner, ...clients] = connected as [SocketClient, ...SocketClient[]]
  for (const seatId of seatIds) await owner.ask('holdSeat', { showtimeId, seatId })
  const rate = await measureRate(clients, SECONDS, async (client, n) => {
    const seatId = seatIds[n % CONTENDED_SEATS] ?? ''
    const ack = await client.ask('holdSeat', { showtimeId, seatId })
    if (ack.ok) throw new Error('A held seat was granted again')
    return ack.code === 'TAKEN'
  })
  for (const client of connected) client.close()
  return rate
}

async function measureHoldsDuringSignIns(server: BenchmarkServer, showtimes: BenchmarkShowtime[]) {
  const stopSignIns = startSignIns(server)
  const rate = await measureHolds(server, showtimes, 32)
  await stopSignIns()
  return rate
}
