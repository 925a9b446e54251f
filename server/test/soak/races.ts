import { setTimeout as delay } from 'node:timers/promises'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { loadFreeSeats } from '#test/support/booking-flow.ts'
import { createHttpClient, type HttpClient } from '#test/support/http-client.ts'
import { ownAddress } from './addresses.ts'
import { type Account, createAccount } from './api-client.ts'
import { loadShowtimes, type SoakShowtime } from './catalogue.ts'
import { createOperationLog } from './operation-log.ts'
import { type SoakOptions, TOLERANCE_SECONDS } from './options.ts'
import { connectVisitor, type Visitor } from './simulated-visitor.ts'
import { startTestCluster } from './test-cluster.ts'
import { createOrder, hold } from './visitor-actions.ts'

const CONCURRENT_RACES = 24
/** Eight visitors of a race share an account, which may have twenty seats for one showtime. */
const ACCOUNTS = 6
/** The catalogue then has enough showtimes for all races. */
const CATALOGUE_SECONDS = 600
const WINDOW_MS = 50

/** All clients request one seat at the same time. Returns how often each answer was given. */
export async function runContention(options: Pick<SoakOptions, 'clients' | 'postgresUrl'>) {
  const environment = { HOLD_SECONDS: '120', HOLD_MAX_SECONDS: '120' }
  return withVisitors(options, environment, async ({ http, visitors, showtimes }) => {
    const [seat] = await loadFreeSeats(http, showtimes[0].showtimeId)
    await Promise.all(visitors.map((visitor) => visitor.goTo(showtimes[0])))
    const acks = await Promise.all(visitors.map((visitor) => hold(visitor, seat as Seat)))
    return count(acks.map(outcomeOf))
  })
}

/**
 * A visitor books within 50 ms of the deadline while a rival requests the seat. Returns how often the payer or the rival got the
 * seat, and how often both or neither did.
 */
export async function runRaces(races: number, postgresUrl?: string) {
  const environment = { HOLD_SECONDS: '3', HOLD_MAX_SECONDS: '3', CHECKOUT_SECONDS: '1' }
  const options = { clients: 2 * CONCURRENT_RACES, postgresUrl }
  return withVisitors(options, environment, async ({ http, visitors, showtimes }) => {
    const results: string[] = []
    for (let round = 0; results.length < races; round += 1) {
      const showtime = showtimes[round % showtimes.length] as SoakShowtime
      await Promise.all(visitors.map((visitor) => visitor.goTo(showtime)))
      const seats = (await loadFreeSeats(http, showtime.showtimeId)).slice(0, CONCURRENT_RACES)
      const rivals = seats.map((seat, n) => {
        const [payer, rival] = visitors.slice(2 * n) as [Visitor, Visitor]
        return race(payer, rival, seat)
      })
      results.push(...(await Promise.all(rivals)))
    }
    return count(results.slice(0, races))
  })
}

async function race(payer: Visitor, rival: Visitor, seat: Seat) {
  const held = await hold(payer, seat)
  if (!held?.ok) return `no hold: ${outcomeOf(held)}`
  const deadline = Date.parse(held.holdUntil ?? '')
  const nearDeadline = () =>
    delay(Math.max(0, deadline - Date.now() + (2 * Math.random() - 1) * WINDOW_MS))

  const { order, body } = createOrder(payer, [seat])
  const booking = nearDeadline().then(() => payer.book(order, body))
  const rivalHold = nearDeadline().then(() => hold(rival, seat))
  const [, rivalAck] = await Promise.all([booking, rivalHold])

  const [outcome] = order.outcomes
  if (outcome === 'unknown' || !rivalAck) return 'no answer'
  if (outcome === 'granted') return rivalAck.ok ? 'both' : 'payer'
  // A rival who asked before the deadline was refused, but then the payer is refused after it, and the seat is kept for the rival.
  return rivalAck.ok || (await hold(rival, seat))?.ok ? 'rival' : 'neither'
}

const outcomeOf = (ack: Ack | undefined) => (ack?.ok ? 'held' : (ack?.code ?? 'no answer'))

interface RaceContext {
  http: HttpClient
  visitors: Visitor[]
  showtimes: [SoakShowtime, ...SoakShowtime[]]
}

async function withVisitors<T>(
  options: Pick<SoakOptions, 'clients' | 'postgresUrl'>,
  environment: Record<string, string>,
  run: (context: RaceContext) => Promise<T>,
) {
  await using started = new AsyncDisposableStack()
  const cluster = await startTestCluster(
    { ...options, seconds: CATALOGUE_SECONDS, toleranceSeconds: TOLERANCE_SECONDS },
    environment,
  )
  started.defer(cluster.close)
  const showtimes = (await loadShowtimes(cluster))('crowd')
  const accounts: Account[] = []
  for (let n = 0; n < ACCOUNTS; n += 1) accounts.push(await createAccount(cluster, n))
  const log = createOperationLog()
  const visitors: Visitor[] = []
  for (let n = 0; n < options.clients; n += 1) {
    const identity = { account: accounts[n % ACCOUNTS], address: ownAddress(n) }
    const visitor = await connectVisitor(cluster, { log, ...identity })
    started.defer(() => void visitor.close())
    visitors.push(visitor)
  }
  const result = await run({ http: createHttpClient(cluster.url), visitors, showtimes })
  if (log.violations.length > 0) throw new Error(JSON.stringify(log.violations))
  return result
}

const count = (results: string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(results, (result) => result)].map(([result, all]) => [result, all.length]),
  )
