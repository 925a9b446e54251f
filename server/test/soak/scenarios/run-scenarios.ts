import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from '../api-client.ts'
import { loadShowtimes, type SoakShowtime } from '../catalogue.ts'
import { findHolds, ownersOf } from '../database-assertions.ts'
import { retryUntilEmpty } from '../map-assertions.ts'
import type { OperationLog, Violation } from '../operation-log.ts'
import { connectVisitor } from '../simulated-visitor.ts'
import { overlapsOutage, type TestCluster } from '../test-cluster.ts'
import { release } from '../visitor-actions.ts'
import { checkout, cutoff, deadline, leaving, start } from './deadline-scenarios.ts'
import { allOrNone, limits, orders, ownership } from './request-scenarios.ts'
import { findMapViolations, InconclusiveError, type ScenarioContext } from './scenario-context.ts'

type Scenario = (ctx: ScenarioContext) => Promise<void>

const REPEATED = { limits, allOrNone, ownership, orders, deadline, leaving, checkout }
/** They can be completed once only: the cutoff and the start pass once. */
const ONCE = { cutoff, start }
const PAUSE_MS = 1000

interface Options {
  cluster: TestCluster
  log: OperationLog
  accounts: Account[]
  toleranceMs: number
  socketUrl?: string | undefined
}

/** Runs each scenario at least once and repeats it until the run is over. Returns how often each scenario was completed. */
export async function runScenarios(options: Options, isOver: () => boolean) {
  const showtimesOf = await loadShowtimes(options.cluster)
  const counts = await Promise.all(
    Object.entries({ ...REPEATED, ...ONCE }).map(async ([name, scenario]) => {
      const ctx = await createScenarioContext(options, showtimesOf(name)[0])
      let completed = 0
      do {
        if (await runOnce(ctx, scenario)) completed += 1
        await delay(PAUSE_MS)
      } while (!isOver() && !(name in ONCE && completed > 0))
      for (const { close } of [ctx.asha, ctx.secondTab, ctx.ravi]) close()
      return [name, completed] as const
    }),
  )
  return Object.fromEntries(counts)
}

async function createScenarioContext(
  { cluster, log, accounts, toleranceMs, socketUrl }: Options,
  showtime: SoakShowtime,
): Promise<ScenarioContext> {
  const [first, second] = accounts as [Account, Account]
  const addresses = { url: cluster.url, socketUrl }
  const asha = await connectVisitor(addresses, first, { log })
  const { holderCookie } = asha
  const secondTab = await connectVisitor(addresses, first, { log, holderCookie })
  const ravi = await connectVisitor(addresses, second, { log })
  for (const visitor of [asha, secondTab, ravi]) await visitor.goTo(showtime)
  return {
    ...{ cluster, log, showtime, asha, secondTab, ravi, toleranceMs },
    ...{ clearAt: cluster.startedAt, validUntil: Number.POSITIVE_INFINITY, found: [] },
  }
}

/** Runs a scenario once and logs its violations, unless an outage explains them. Returns whether it was completed. */
async function runOnce(ctx: ScenarioContext, scenario: Scenario) {
  ctx.validUntil = Number.POSITIVE_INFINITY
  const leftovers = await retryUntilEmpty(ctx.toleranceMs, () => findLeftovers(ctx))
  ctx.found = leftovers
  let isCompleted = false
  if (leftovers.length === 0) {
    ctx.clearAt = Date.now()
    isCompleted = await scenario(ctx).then(
      () => true,
      (error) => {
        if (error instanceof InconclusiveError) return false
        throw error
      },
    )
  }
  await releaseAll(ctx)
  const wrongMaps = await retryUntilEmpty(ctx.toleranceMs, () => findMapViolations(ctx))
  const period = { from: ctx.clearAt, to: Date.now() }
  if (overlapsOutage(ctx.cluster.outages, period, ctx.toleranceMs)) return false
  for (const { rule, detail } of [...ctx.found, ...wrongMaps]) {
    ctx.log.violations.push({ rule, detail: `${scenario.name}: ${detail}` })
  }
  return isCompleted
}

/** Holds and holdExpired events of an earlier repetition would disturb the next one. */
async function findLeftovers(ctx: ScenarioContext): Promise<Violation[]> {
  const left = await ctx.cluster.query((db) => findHolds(db, ctx.showtime.showtimeId))
  return [...left, ...(await findMapViolations(ctx))]
}

async function releaseAll(ctx: ScenarioContext) {
  const { cluster, showtime, asha, secondTab, ravi } = ctx
  for (const visitor of [asha, secondTab, ravi]) await visitor.reconnect()
  const owners = await cluster.query((db) => ownersOf(db, showtime.showtimeId))
  for (const [_id, holder] of owners) {
    const owner = [asha, ravi].find((visitor) => visitor.holder === holder)
    if (owner) await release(owner, { _id })
  }
}
