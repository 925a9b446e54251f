import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import { createHttpClient } from '../server/test/support/http-client.ts'
import {
  createDataDir,
  runCommandProcess,
  startServer,
} from '../server/test/support/server-process.ts'
import { timeUntil } from './clock.ts'

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts a server with an office and data of its own. `startTime`: such as 22:00 in the cinema, the time of the test run unless given. */
export async function startSite(environment: Record<string, string> = {}, startTime?: string) {
  const data = createDataDir()
  /** How far the clock of the server is ahead of that of this process. */
  let aheadMs = startTime === undefined ? 0 : timeUntil(startTime, Date.now())
  const settings = () => ({
    DATA_DIR: data.dataDir,
    RATE_LIMITS: 'off',
    OFFICE_PORT: '0',
    TEST_CLOCK_OFFSET_MS: String(Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0) + aheadMs),
    ...environment,
  })
  let server = await startServer(settings())
  const { port, officePort } = server
  const officeUrl = `http://127.0.0.1:${officePort}`
  const [, firstCode = ''] = /first office device: \S+\/pair#(\S+)/.exec(server.output()) ?? []
  return {
    url: server.url,
    officeUrl,
    takeShowtime: createShowtimeSupply(server.url),
    createPairingCode: createPairing(officeUrl, firstCode),
    /** What the clock of the server shows, in epoch milliseconds. */
    now: () => Date.now() + aheadMs,
    advanceClock: async (ms: number) => {
      await server.advanceClock(ms)
      aheadMs += ms
    },
    /** Runs a command of the operator on the data of the server, at its time. */
    runCommand: (command: string, ...args: string[]) =>
      runCommandProcess(command, args, settings()),
    /** Kills the server with SIGKILL and starts it again with the same ports, data and time. */
    restartWith: async (changes: Record<string, string>) => {
      await server.kill('SIGKILL')
      server = await startServer({
        ...settings(),
        ...changes,
        PORT: String(port),
        OFFICE_PORT: String(officePort),
      })
    },
    close: async () => {
      await server.kill('SIGTERM')
      data.remove()
    },
  }
}

/** Returns a function that makes a pairing code. The manager that makes them is the first device of the office. */
function createPairing(officeUrl: string, firstCode: string) {
  const manager = createHttpClient(officeUrl)
  const post = async (path: string, body: object) => {
    const response = await manager.post(`/api/office/${path}`, body, { origin: officeUrl })
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.text}`)
    return response.json() as { code: string }
  }
  let paired: Promise<unknown> | undefined
  return async (name: string, scope: Scope) => {
    paired ??= post('pair', { code: firstCode })
    await paired
    return (await post('pairing-codes', { name, scope })).code
  }
}

/**
 * Returns a function that hands out each showtime once, so that tests with the same server do not meet. A showtime starts the day
 * after tomorrow or later: today and tomorrow are for tests of the programme. The first and the last day are for screens.ts.
 */
function createShowtimeSupply(url: string) {
  const taken = new Set<string>()
  return async (kind: 'small' | 'large' | 'twice a day' = 'small') => {
    const movies = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
    const all = movies.flatMap((movie) => movie.showtimes as Showtime[])
    const days = [...new Set(all.map(({ date }) => date))].toSorted().slice(2, -1)
    const sizes = all.map(({ seatsTotal }) => seatsTotal)
    const size = kind === 'large' ? Math.max(...sizes) : Math.min(...sizes)
    const isFree = (showtime: Showtime) => {
      const { _id, movieId, date, seatsTotal } = showtime
      const sameDay = all.filter((one) => one.movieId === movieId && one.date === date)
      const fits = seatsTotal === size && (kind !== 'twice a day' || sameDay.length > 1)
      const isOpen = getBookingWindow(showtime, Date.now()).open
      return fits && isOpen && days.includes(date) && !taken.has(_id)
    }
    const showtime = all.find(isFree)
    if (!showtime) throw new Error('The sample catalogue has no such showtime left')
    taken.add(showtime._id)
    return showtime
  }
}
