import { setTimeout as delay } from 'node:timers/promises'
import {
  type BenchmarkServer,
  type DatabaseKind,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { createBookingLoad } from '../booking-load.ts'
import {
  accounts,
  type Fill,
  LARGE_PAST,
  liveHolds,
  openShowtimes,
  pastBookings,
  recordHoldersSeen,
  sentMails,
  together,
} from '../growing-rows.ts'
import { createHoldLoad } from '../hold-load.ts'
import { type Result, rateResult, ratioResult } from '../report.ts'
import { measureRounds, medianRate } from '../windows.ts'

const SECONDS = 2
/** Enough seats for all windows. */
const OPEN_SHOWTIMES = 200
const LIVE_HOLDS = 300_000
const ACCOUNTS = 1_000_000
const SENT_MAILS = 100_000
/** Shorter than the default. A server searches for abandoned holds once it has run for so long. */
const GRACE_SECONDS = 90
const MIN_RATIO = 0.9
const MAX_P99_RATIO = 1.5

interface Growth {
  /** What the large database has more of. */
  what: string
  fill: Fill
  /** Whether the additional rows are live holds, which end unless their holders are recorded as seen. */
  isLive?: boolean
}

const GROWTHS = {
  holds: {
    what: `${LIVE_HOLDS.toLocaleString('en')} live holds`,
    fill: liveHolds(LIVE_HOLDS),
    isLive: true,
  },
  accounts: { what: `${ACCOUNTS.toLocaleString('en')} accounts`, fill: accounts(ACCOUNTS) },
  bookings: {
    what: `${LARGE_PAST.bookings.toLocaleString('en')} bookings`,
    fill: together(pastBookings(LARGE_PAST), sentMails(SENT_MAILS)),
  },
}

/** Measures holds and bookings on two servers in turn: one with a small database, one with a large one. */
export const growthUnderLoad =
  (what: keyof typeof GROWTHS, database: DatabaseKind) => (): Promise<Result[]> => {
    const growth: Growth = GROWTHS[what]
    const environment = { HOLD_GRACE_SECONDS: String(GRACE_SECONDS) }
    const open = openShowtimes(OPEN_SHOWTIMES)
    return withBenchmarkServer(
      database,
      (small) =>
        withBenchmarkServer(database, (large) => compare({ small, large }, growth), {
          fill: together(open, growth.fill),
          environment,
        }),
      { fill: open, environment },
    )
  }

type Sides = Record<'small' | 'large', BenchmarkServer>

async function compare({ small, large }: Sides, { what, isLive = false }: Growth) {
  const searchesForHolds = delay(isLive ? GRACE_SECONDS * 1000 : 0)
  const keepLive = isLive ? createHolderRecorder(large) : async () => undefined
  const loads = []
  for (const [name, createLoad] of LOADS)
    loads.push({ name, small: await createLoad(small), large: await createLoad(large) })
  await keepLive()
  await searchesForHolds

  const results: Result[] = []
  for (const load of loads) {
    const sides = {
      small: () => load.small.measure(SECONDS),
      large: () => load.large.measure(SECONDS),
    }
    const rates = await measureRounds(sides, keepLive)
    const [ours, baseline] = [medianRate(rates.large), medianRate(rates.small)]
    const label = `${load.name} with ${what}`
    results.push(
      rateResult(label, [ours, baseline], { against: 'with none', goal: { atLeast: MIN_RATIO } }),
      ratioResult(`${label}: p99`, [ours.p99, baseline.p99], {
        unit: 'ms',
        against: 'ms with none',
        goal: { atMost: MAX_P99_RATIO },
      }),
    )
  }
  for (const load of loads) {
    load.small.close()
    load.large.close()
  }
  return results
}

const LOADS = [
  ['holds', createHoldLoad],
  ['bookings', createBookingLoad],
] as const

/** Returns a function that records the holders as seen when half of their grace period is over. Other nodes do it for their visitors. */
function createHolderRecorder({ runSql }: BenchmarkServer) {
  let recordedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - recordedAt < (GRACE_SECONDS / 2) * 1000) return
    recordedAt = performance.now()
    await runSql(recordHoldersSeen())
  }
}
