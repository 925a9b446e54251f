import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@marquee/contract/time'
import {
  type BenchmarkServer,
  type DatabaseKind,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { REPORTED_DAYS, REPORTED_REFERENCE, reportedBookings } from '../growing-rows.ts'
import type { Result } from '../report.ts'
import { median, timeOf } from '../timing.ts'

const BOOKINGS = 1_000_000
const REPEATS = 5
const GOAL_MS = 300
const SEARCH_GOAL_MS = 100
const GROWTH_GOAL_MB = 100
const POLL_MS = 2000
/** The server stores a month of days at a time. */
const QUARTER = 92

/** The reports of the office and its search, with a million bookings of two years. */
export const reports = (database: DatabaseKind) => (): Promise<Result[]> =>
  withBenchmarkServer(
    database,
    async (server) => {
      await untilDaysAreStored(server)
      const results: Result[] = []
      for (const [name, path] of REPORTS)
        results.push(await measure(server, { name, path: `reports/${path}`, atMost: GOAL_MS }))
      const before = server.memoryMb()
      for (const [name, path] of SEARCHES)
        results.push(await measure(server, { name, path, atMost: SEARCH_GOAL_MS }))
      for (const [, path] of REPORTS) await server.callOffice(`reports/${path}`)
      results.push(growth(before, server.memoryMb()))
      return results.map((result) => ({ ...result, name: `${result.name} (${database})` }))
    },
    { fill: reportedBookings(BOOKINGS), environment: { OFFICE_PORT: '0' } },
  )

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const twoYears = `from=${dayAgo(REPORTED_DAYS)}&to=${dayAgo(0)}`
const quarter = `from=${dayAgo(QUARTER - 1)}&to=${dayAgo(0)}`

const REPORTS = [
  ['takings of today by movie', 'takings?by=movie'],
  ['takings of two years by day', `takings?by=day&${twoYears}`],
  ['takings of two years by show', `takings?by=show&${twoYears}`],
  ['takings of two years by category', `takings?by=category&${twoYears}`],
  ['takings of two years by device', `takings?by=device&${twoYears}`],
  ['bookings behind the takings of two years', `bookings?by=channel&key=web&${twoYears}`],
  ['occupancy of two years by hour', `occupancy?by=hour&${twoYears}`],
  ['seats of a hall of 250 in a quarter', `seats?${quarter}`],
  ['visits of a quarter', `visits?${quarter}`],
  ['sales curve of two years', `sales?${twoYears}`],
  ['conversion of two years', `conversion?${twoYears}`],
] as const

const SEARCHES = [
  ['search by a reference', `bookings?q=${REPORTED_REFERENCE}`],
  ['search by the beginning of references', `bookings?q=${REPORTED_REFERENCE.slice(0, 8)}`],
  ['search by a name', 'bookings?q=Guest'],
  ['search by a seat of today', 'bookings?q=A5'],
] as const

const growth = (before: number, after: number): Result => ({
  name: 'memory after each report and search was read again',
  measured: `${Math.round(before)} → ${Math.round(after)} MB`,
  value: Math.max(0, after - before),
  goal: { atMost: GROWTH_GOAL_MB, unit: ' MB' },
})

/** The server stores the days since the first booking by itself. Until then, the last one has no totals. */
async function untilDaysAreStored({ callOffice }: BenchmarkServer) {
  const lastWeek = `takings?by=day&from=${dayAgo(7)}&to=${dayAgo(2)}`
  const { totals } = (await callOffice(`reports/${lastWeek}`)) as { totals: { tickets: number } }
  if (totals.tickets === 0) throw new Error('The ledger of the last week is empty')
  let before = 0
  // Stored days are read in a fraction of the time: the readings then stay the same.
  for (let same = 0; same < 3; ) {
    await delay(POLL_MS)
    const time = await timeOf(() => callOffice(`reports/${lastWeek}`))
    same = time < GOAL_MS / 10 && before < GOAL_MS / 10 ? same + 1 : 0
    before = time
  }
}

interface Measured {
  name: string
  path: string
  /** Milliseconds. */
  atMost: number
}

async function measure(
  { callOffice }: BenchmarkServer,
  { name, path, atMost }: Measured,
): Promise<Result> {
  const times: number[] = []
  for (let n = 0; n < REPEATS; n += 1) times.push(await timeOf(() => callOffice(path)))
  return {
    name,
    value: median(times),
    measured: `of ${REPEATS}: ${times.map(Math.round).join(', ')} ms`,
    goal: { atMost, unit: ' ms' },
  }
}
