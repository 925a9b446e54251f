import { setTimeout as delay } from 'node:timers/promises'
import { scenarioAddress } from '../addresses.ts'
import { createAccount } from '../api-client.ts'
import { loadShowtimes, type SoakShowtime } from '../catalogue.ts'
import { findHolds, ownersOf } from '../database-assertions.ts'
import { retryUntilEmpty } from '../map-assertions.ts'
import type { OperationLog, Violation } from '../operation-log.ts'
import { connectVisitor, type Visitor, type VisitorOptions } from '../simulated-visitor.ts'
import { overlapsOutage, type TestCluster } from '../test-cluster.ts'
import { release } from '../visitor-actions.ts'
import { changes, halfRefund, noRefund } from './change-scenarios.ts'
import { checkout, cutoff, deadline, leaving, start } from './deadline-scenarios.ts'
import {
  accountLimit,
  addressLimit,
  confirmedEmail,
  foreignProof,
  retake,
} from './limit-scenarios.ts'
import { ordinaryEvening } from './ordinary-evening.ts'
import { allOrNone, limits, orders, ownership } from './request-scenarios.ts'
import { findMapViolations, InconclusiveError, type ScenarioContext } from './scenario-context.ts'

interface Scenario {
  run: (ctx: ScenarioContext) => Promise<void>
  /** How many accounts it needs. Without one, its visitors are signed out. */
  accounts?: number
  /** Whether the emails of the accounts are confirmed. */
  isConfirmed?: boolean
  /** It can be completed once only: the cutoff and the start pass once, and an account can buy its seats once. */
  isOnce?: boolean
}

const SCENARIOS: Record<string, Scenario> = {
  limits: { run: limits, accounts: 1 },
  allOrNone: { run: allOrNone, accounts: 1 },
  ownership: { run: ownership, accounts: 2 },
  orders: { run: orders, accounts: 2 },
  deadline: { run: deadline },
  leaving: { run: leaving },
  checkout: { run: checkout, accounts: 1 },
  retake: { run: retake },
  addressLimit: { run: addressLimit, accounts: 1 },
  foreignProof: { run: foreignProof },
  confirmedEmail: { run: confirmedEmail, accounts: 1, isConfirmed: true },
  changes: { run: changes, accounts: 2 },
  ordinaryEvening: { run: ordinaryEvening },
  halfRefund: { run: halfRefund, accounts: 1 },
  noRefund: { run: noRefund, accounts: 1 },
  accountLimit: { run: accountLimit, accounts: 1, isOnce: true },
  cutoff: { run: cutoff, accounts: 2, isOnce: true },
  start: { run: start, accounts: 1, isOnce: true },
}
const PAUSE_MS = 1000
/** Visitors who have released more places are replaced by others: fewer than are free of work (`inventory/rules/address-limits.ts`). */
const MAX_RELEASED = 15
/** The accounts of a scenario have numbers of their own. */
const NUMBERS_PER_SCENARIO = 100
const FIRST_NUMBER = 10_000

interface Options {
  cluster: TestCluster
  log: OperationLog
  /** Each visitor that connects is added. They stay connected until the caller closes them. */
  connected: Visitor[]
  toleranceMs: number
  socketUrl?: string | undefined
  /** Ends the current repetitions at once, which then prove nothing. */
  signal: AbortSignal
}

interface PreparedScenario {
  name: string
  scenario: Scenario
  ctx: ScenarioContext
}

/** Creates the accounts of the scenarios and connects their visitors. Throws if a request has no answer: the nodes must not be killed meanwhile. */
export async function prepareScenarios(options: Options): Promise<PreparedScenario[]> {
  const showtimesOf = await loadShowtimes(options.cluster)
  return Promise.all(
    Object.entries(SCENARIOS).map(async ([name, scenario], index) => {
      const [showtime, otherShowtime] = showtimesOf(name)
      const setting = { showtime, otherShowtime, scenario, index }
      return { name, scenario, ctx: await createScenarioContext(options, setting) }
    }),
  )
}

/** Runs each scenario at least once and repeats it until the run is over. Returns how often each scenario was completed. */
export async function runScenarios(prepared: readonly PreparedScenario[], isOver: () => boolean) {
  const counts = await Promise.all(
    prepared.map(async ({ name, scenario, ctx }) => {
      let completed = 0
      do {
        if (await runOnce(ctx, scenario)) completed += 1
        if (!isOver()) await delay(PAUSE_MS)
        if (ctx.released > MAX_RELEASED) await replacePeople(ctx, isOver)
      } while (!isOver() && !(scenario.isOnce && completed > 0))
      return [name, completed] as const
    }),
  )
  return Object.fromEntries(counts)
}

/** Who releases places again and again must send proofs of work. */
async function replacePeople(ctx: ScenarioContext, isOver: () => boolean) {
  const { asha, secondTab, ravi } = ctx
  while (!isOver()) {
    const people = await ctx.connectPeople().catch(() => undefined)
    if (people) {
      Object.assign(ctx, people, { released: 0 })
      for (const { close } of [asha, secondTab, ravi]) close()
      return
    }
    await delay(PAUSE_MS)
  }
}

interface Setting {
  showtime: SoakShowtime
  otherShowtime: SoakShowtime | undefined
  scenario: Scenario
  index: number
}

async function createScenarioContext(
  { cluster, log, connected, toleranceMs, socketUrl, signal }: Options,
  { showtime, otherShowtime = showtime, scenario, index }: Setting,
): Promise<ScenarioContext> {
  let addresses = 0
  const newAddress = () => scenarioAddress(index, addresses++)
  const accounts = await Promise.all(
    Array.from({ length: scenario.accounts ?? 0 }, async (_, n) => {
      const account = await createAccount(cluster, FIRST_NUMBER + index * NUMBERS_PER_SCENARIO + n)
      return scenario.isConfirmed ? cluster.confirmEmail(account) : account
    }),
  )
  const connect = async (options: Partial<VisitorOptions>) => {
    const endpoints = { url: cluster.url, socketUrl }
    const visitor = await connectVisitor(endpoints, { log, address: newAddress(), ...options })
    connected.push(visitor)
    await visitor.goTo(showtime)
    return visitor
  }
  const connectPeople = async () => {
    const ashaOptions = { account: accounts[0], address: newAddress() }
    const asha = await connect(ashaOptions)
    const secondTab = await connect({ ...ashaOptions, visitorCookie: asha.visitorCookie })
    return { asha, secondTab, ravi: await connect({ account: accounts[1] }) }
  }
  const guests: ScenarioContext['guests'] = []
  return {
    cluster,
    log,
    showtime,
    otherShowtime,
    ...(await connectPeople()),
    connectPeople,
    accounts,
    guests,
    newAddress,
    toleranceMs,
    signal,
    connect: async (options = {}) => {
      const guest = await connect(options).catch(() => {
        throw new InconclusiveError()
      })
      guests.push(guest)
      return guest
    },
    clearAt: cluster.startedAt,
    validUntil: Number.POSITIVE_INFINITY,
    found: [],
    chosenAt: new Map(),
    released: 0,
  }
}

/** Runs a scenario once and logs its violations, unless an outage explains them. Returns whether it was completed. */
async function runOnce(ctx: ScenarioContext, { run }: Scenario) {
  ctx.validUntil = Number.POSITIVE_INFINITY
  const leftovers = await retryUntilEmpty(ctx.toleranceMs, () => findLeftovers(ctx), ctx.signal)
  ctx.found = leftovers
  let isCompleted = false
  if (leftovers.length === 0 && !ctx.signal.aborted) {
    ctx.clearAt = Date.now()
    isCompleted = await run(ctx).then(
      () => true,
      (error) => {
        if (error instanceof InconclusiveError || ctx.signal.aborted) return false
        throw error
      },
    )
  }
  if (ctx.signal.aborted) return false
  await releaseAll(ctx)
  const wrongMaps = await retryUntilEmpty(ctx.toleranceMs, () => findMapViolations(ctx))
  const period = { from: ctx.clearAt, to: Date.now() }
  if (overlapsOutage(ctx.cluster.outages, period, ctx.toleranceMs)) return false
  for (const { rule, detail } of [...ctx.found, ...wrongMaps]) {
    ctx.log.violations.push({ rule, detail: `${run.name}: ${detail}` })
  }
  return isCompleted
}

/** Holds and holdExpired events of an earlier repetition would disturb the next one. */
async function findLeftovers(ctx: ScenarioContext): Promise<Violation[]> {
  const left = await ctx.cluster.query((db) => findHolds(db, ctx.showtime.showtimeId))
  return [...left, ...(await findMapViolations(ctx))]
}

async function releaseAll(ctx: ScenarioContext) {
  const { asha, secondTab, ravi, guests, showtime, otherShowtime } = ctx
  for (const visitor of [asha, secondTab, ravi, ...guests]) await visitor.reconnect()
  // An interrupted repetition may have left visitors at the other showtime, and holds at both.
  for (const one of new Set([otherShowtime, showtime])) await releaseAllAt(ctx, one)
  for (const guest of guests.splice(0)) guest.close()
}

async function releaseAllAt(ctx: ScenarioContext, showtime: SoakShowtime) {
  const { cluster, asha, ravi, guests } = ctx
  const owners = await cluster.query((db) => ownersOf(db, showtime.showtimeId))
  for (const [_id, holder] of owners) {
    const owner = [asha, ravi, ...guests].find((visitor) => visitor.holder === holder)
    if (!owner) continue
    if (owner.showtime() !== showtime) await owner.goTo(showtime)
    await releaseSurely(owner, _id)
    ctx.released += 1
  }
}

/** Releases a place, again if a request limit refuses it. */
async function releaseSurely(owner: Visitor, _id: string) {
  const ack = await release(owner, { _id })
  if (ack && !ack.ok && ack.code === 'RATE') await releaseSurely(owner, _id)
}
