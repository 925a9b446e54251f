import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startBaseline } from '../baselines/start-baseline.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { LARGE_PAST, pastBookings } from '../growing-rows.ts'
import { BROWSER_HEADERS, measureReads } from '../read-rate.ts'
import { type Result, ratioResult } from '../report.ts'
import { startChanges } from '../socket-clients.ts'
import { median } from '../timing.ts'
import { measureRounds } from '../windows.ts'

const CHANGES_PER_SECOND = 50
/** Node adds these headers to every response by itself. */
const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'content-length']

/** Fifty clients read the seat map of a showtime in which they hold nothing. */
export const maps = (): Promise<Result[]> =>
  withBenchmarkServer('sqlite', async (server) => {
    const results: Result[] = []
    for (const screen of [SCREENS.medium, SCREENS.large, SCREENS.huge]) {
      results.push(...(await compareWithBareServer(server, screen)))
    }
    return [...results, await compareWithLargePast(server)]
  })

async function compareWithBareServer(server: BenchmarkServer, screen: string): Promise<Result[]> {
  const [showtime] = await server.showtimesOf(screen)
  const bare = await startBareServer(server, showtime)
  const rates = await measureRounds({
    bare: () => measureReads(`http://${bare.host}/`),
    unchanged: () => measureMapReads(server, showtime),
    changing: () => measureDuringChanges(server, showtime),
  })
  await bare.close()
  const seats = `${showtime.seats.length} seats`
  const comparison = { unit: 'reads/s', against: 'bare Fastify, the same head and body' }
  return [
    ratioResult(
      `reading a map of ${seats}, nothing changing`,
      [median(rates.unchanged), median(rates.bare)],
      { ...comparison, goal: { atLeast: 0.7 } },
    ),
    ratioResult(
      `reading a map of ${seats}, ${CHANGES_PER_SECOND} claims a second`,
      [median(rates.changing), median(rates.bare)],
      { ...comparison, goal: { atLeast: 0.3 } },
    ),
  ]
}

/** Reads on a database with years of past showtimes and bookings. */
const compareWithLargePast = (empty: BenchmarkServer): Promise<Result> =>
  withBenchmarkServer(
    'sqlite',
    async (large) => {
      const reads = async (server: BenchmarkServer) => {
        const [showtime] = await server.showtimesOf(SCREENS.medium)
        return () => measureMapReads(server, showtime)
      }
      const rates = await measureRounds({ large: await reads(large), empty: await reads(empty) })
      const { showtimes, bookings } = LARGE_PAST
      const past = `${showtimes.toLocaleString('en')} showtimes, ${bookings.toLocaleString('en')} bookings`
      return ratioResult(
        `reading a map of 250 seats, ${past}`,
        [median(rates.large), median(rates.empty)],
        { unit: 'reads/s', against: 'reads/s without', goal: { atLeast: 0.9 } },
      )
    },
    { fill: pastBookings(LARGE_PAST) },
  )

const mapUrl = ({ url }: BenchmarkServer, { showtimeId }: BenchmarkShowtime) =>
  `${url}/api/seats/showtime/${showtimeId}`

const measureMapReads = (server: BenchmarkServer, showtime: BenchmarkShowtime) =>
  measureReads(mapUrl(server, showtime))

/** Starts a server that sends the same head and body as a map read. */
async function startBareServer(server: BenchmarkServer, showtime: BenchmarkShowtime) {
  const [response] = (await once(
    get(mapUrl(server, showtime), { headers: BROWSER_HEADERS }),
    'response',
  )) as [IncomingMessage]
  const body = await buffer(response)
  const headers = Object.entries(response.headers).filter(([name]) => !NODE_HEADERS.includes(name))
  const headersJson = JSON.stringify(Object.fromEntries(headers))
  return startBaseline('bare-fastify', headersJson, body.toString('base64'))
}

async function measureDuringChanges(server: BenchmarkServer, showtime: BenchmarkShowtime) {
  const stopChanges = await startChanges(server, showtime, 1000 / CHANGES_PER_SECOND)
  const rate = await measureMapReads(server, showtime)
  stopChanges()
  return rate
}
