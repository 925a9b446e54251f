import {
  loadFreeSeats,
  postBooking,
  signUpAndSignIn,
} from '../../server/test/support/booking-flow.ts'
import { createHttpClient } from '../../server/test/support/http-client.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { LARGE_PAST, type PastCounts, pastBookings } from '../growing-rows.ts'
import { short } from '../report.ts'
import { connectClient, connectClients } from '../socket-clients.ts'
import { median, timeOf } from '../timing.ts'

const REPEATS = 60
const BOOKINGS = 15

const HEADER = `Median latency of one visitor's requests on an otherwise idle server (SQLite), as other figures grow.

| what grows | to | hold | booking of one seat | map after a change | list of movies |
|---|---|---|---|---|---|`

/** Measures how one visitor's latency depends on the size of everything else. */
export async function growth(): Promise<string> {
  const lines: string[] = []
  const addLine = (label: string, size: number, latencies: number[]) => {
    const cells = latencies.map((latency) => `${short(latency)} ms`)
    lines.push(`| ${[label, size.toLocaleString('en'), ...cells].join(' | ')} |`)
  }
  const withPast = (counts: PastCounts, measure: (server: BenchmarkServer) => Promise<void>) =>
    withBenchmarkServer('sqlite', measure, { fill: pastBookings(counts) })

  await withPast({ showtimes: 10, bookings: 0 }, async (server) => {
    for (const screen of Object.values(SCREENS)) {
      const [showtime] = await server.showtimesOf(screen)
      addLine(
        'seats of the screen',
        showtime.seats.length,
        await measureLatencies(server, showtime),
      )
    }
    const showtime = (await server.showtimesOf(SCREENS.medium))[1] as BenchmarkShowtime
    for (const count of [0, 100, 1000]) {
      const viewers = await connectClients(server.url, count)
      for (const viewer of viewers) await viewer.ask('joinShowtime', showtime.showtimeId)
      addLine('connections in its room', count, await measureLatencies(server, showtime))
      for (const viewer of viewers) viewer.close()
    }
  })
  const measureFirst = async (server: BenchmarkServer) =>
    measureLatencies(server, (await server.showtimesOf(SCREENS.medium))[0])
  for (const showtimes of [10, LARGE_PAST.showtimes]) {
    await withPast({ showtimes, bookings: 0 }, async (server) =>
      addLine('past showtimes', showtimes, await measureFirst(server)),
    )
  }
  await withPast(LARGE_PAST, async (server) =>
    addLine('bookings of 100,000 showtimes', LARGE_PAST.bookings, await measureFirst(server)),
  )
  return [HEADER, ...lines].join('\n')
}

/** Median latencies of a hold, a booking, a map read after a change, and the list of movies, in milliseconds. */
async function measureLatencies({ url }: BenchmarkServer, showtime: BenchmarkShowtime) {
  const { movieId, showtimeId, seats } = showtime
  const client = createHttpClient(url)
  const userId = await signUpAndSignIn(client, `${crypto.randomUUID()}@example.com`)

  const socket = await connectClient(url)
  const seatId = seats.at(-1)?._id ?? ''
  const mapPath = `/api/seats/showtime/${showtimeId}`
  const holds: number[] = []
  const maps: number[] = []
  for (let n = 0; n < REPEATS; n += 1) {
    holds.push(await timeOf(() => socket.ask('holdSeat', { showtimeId, seatId })))
    maps.push(await timeOf(() => client.get(mapPath)))
    await socket.ask('releaseSeat', { showtimeId, seatId })
  }
  socket.close()

  const listings: number[] = []
  for (let n = 0; n < REPEATS; n += 1) {
    listings.push(await timeOf(() => client.get('/api/movies')))
  }
  const available = (await loadFreeSeats(client, showtimeId)).slice(0, BOOKINGS)
  const bookings: number[] = []
  for (const seat of available) {
    const order = { movieId, showtimeId, seats: [seat] }
    bookings.push(
      await timeOf(async () => {
        const { statusCode } = await postBooking(client, userId, order)
        if (statusCode !== 200) throw new Error(`A booking was answered with ${statusCode}`)
      }),
    )
  }
  return [holds, bookings, maps, listings].map(median)
}
