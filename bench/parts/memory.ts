import { setTimeout as delay } from 'node:timers/promises'
import {
  type BenchmarkServer,
  type DatabaseKind,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { createBookingLoad } from '../booking-load.ts'
import { SCREENS } from '../catalogue.ts'
import { createHoldLoad } from '../hold-load.ts'
import { measureReads } from '../read-rate.ts'
import { type Result, short } from '../report.ts'
import { startSignIns } from '../sign-ins.ts'
import { startChanges } from '../socket-clients.ts'

const SECONDS = 10
const SAMPLE_INTERVAL_MS = 100
const AFTER_MS = 60_000
const CHANGES_PER_SECOND = 50
/** Some visitors remain after a load. */
const LIGHT_LOAD_INTERVAL_MS = 100
const MAX_MB_AFTERWARDS = 250

/** Memory of the server under each kind of load, and after a minute of a light load. */
export const memory = (database: DatabaseKind) => (): Promise<Result[]> =>
  withBenchmarkServer(database, async (server) => {
    const results: Result[] = []
    for (const [name, load] of Object.entries(LOADS)) {
      const before = server.memoryMb()
      const peak = await peakMemoryDuring(server, () => load(server))
      const measured = `${short(before)} MB before`
      results.push({ name: `memory during ${name}`, measured, value: peak, goal: { unit: ' MB' } })
    }
    const [showtime] = await server.showtimesOf(SCREENS.small)
    const stopChanges = await startChanges(server, showtime, LIGHT_LOAD_INTERVAL_MS)
    await delay(AFTER_MS)
    stopChanges()
    const goal = { atMost: MAX_MB_AFTERWARDS, unit: ' MB' }
    return [
      ...results,
      {
        name: 'memory after a minute with ten holds and releases a second',
        value: server.memoryMb(),
        goal,
      },
    ]
  })

const LOADS: Record<string, (server: BenchmarkServer) => Promise<void>> = {
  holds: async (server) => {
    const load = await createHoldLoad(server)
    await load.measure(SECONDS)
    load.close()
  },
  bookings: async (server) => {
    const load = await createBookingLoad(server)
    await load.measure(SECONDS)
    load.close()
  },
  'reads of changing seat maps': async (server) => {
    const [showtime] = await server.showtimesOf(SCREENS.huge)
    const stopChanges = await startChanges(server, showtime, 1000 / CHANGES_PER_SECOND)
    await measureReads(`${server.url}/api/seats/showtime/${showtime.showtimeId}`, SECONDS)
    stopChanges()
  },
  'sign-ins': async (server) => {
    const stop = startSignIns(server)
    await delay(SECONDS * 1000)
    await stop()
  },
}

async function peakMemoryDuring(server: BenchmarkServer, load: () => Promise<void>) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memoryMb())
  }, SAMPLE_INTERVAL_MS)
  await load()
  clearInterval(timer)
  return peak
}
