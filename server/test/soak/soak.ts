import { setTimeout as delay } from 'node:timers/promises'
import { crowdAddress } from './addresses.ts'
import { type Account, createAccount } from './api-client.ts'
import {
  crowdShowtimesOf,
  loadShowtimes,
  SHOWTIME_SECONDS,
  type SoakShowtime,
} from './catalogue.ts'
import { findUnfinishedCancellations } from './change-assertions.ts'
import { causeFaults } from './cluster-faults.ts'
import { createClaimsCheck, findBookingViolations, findHolds } from './database-assertions.ts'
import { findLimitViolations } from './limit-assertions.ts'
import { watchMachine } from './machine-stalls.ts'
import { findWrongMaps, retryUntilEmpty } from './map-assertions.ts'
import { findOfficeViolations, findWrongTakings } from './office-assertions.ts'
import {
  createOperationLog,
  type OperationLog,
  type Rule,
  type Violation,
} from './operation-log.ts'
import type { SoakOptions } from './options.ts'
import { performRandomAction, performRandomChange } from './random-actions.ts'
import { findChallengesOfConfirmed, findExceededLimits } from './recorded-limits.ts'
import {
  findConflictingGrants,
  findSlowShutdowns,
  findUnexpectedAnswers,
  findUnexpectedExpiries,
  groupByShowtime,
} from './recorded-responses.ts'
import { findGrantsOfSoldPlaces } from './recorded-sales.ts'
import { prepareScenarios, runScenarios } from './scenarios/run-scenarios.ts'
import { runStaff } from './simulated-staff.ts'
import { connectVisitor, type Visitor } from './simulated-visitor.ts'
import { createLossyHandlers, startSocketProxy } from './socket-proxy.ts'
import {
  GRACE_SECONDS,
  HOLD_MAX_SECONDS,
  overlapsOutage,
  startTestCluster,
  type TestCluster,
} from './test-cluster.ts'
import { leaveWaitingLists } from './visitor-waiting.ts'

const SECOND = 1000
/** So many visitors of the crowd share an account, on average. A third of the visitors is signed out. */
const VISITORS_PER_ACCOUNT = 3
/** A job looks for unfinished cancellations of shows this often. */
const FINISH_CANCELLATION_MS = 5000
const CHANGE_SHARE = 0.15
const CANCEL_SHARE = 0.2
/** More changes find the faults of a run sooner. */
const INJECTED_CHANGE_SHARE = 0.4
const INJECTED_CANCEL_SHARE = 0.4
const MAX_PAUSE_MS = 80
/** Several nodes share two processor cores with this process. Without pauses it would measure its own delay. */
const MAX_PAUSE_WITH_NODES_MS = 600

interface SoakResult {
  violations: Violation[]
  /** Numbers of operations by kind and outcome. */
  operations: Record<string, number>
  /** How often each scenario was completed. */
  scenarios: Record<string, number>
  orders: number
  outages: number
  /** What the machine did not let run. If there is any, the run proves nothing. */
  stalls: string[]
  /** Seconds until each broken rule was first reported. */
  reportedAfter: Record<string, number>
  /** The longest time from a request to its answer. */
  slowestMs: number
}

/**
 * Runs random visitors and scenarios against a server of its own. Then compares the logged answers with the database. Returns
 * the violated rules.
 */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  await using started = new AsyncDisposableStack()
  const cluster = await startTestCluster(options)
  started.defer(cluster.close)
  const messages =
    options.injected?.messages ?? (options.lossyProxy ? createLossyHandlers() : undefined)
  const proxy = messages && (await startSocketProxy(cluster.url, messages))
  if (proxy) started.defer(proxy.close)
  const visitors: Visitor[] = []
  const ofScenarios: Visitor[] = []
  started.defer(() => {
    for (const visitor of [...visitors, ...ofScenarios]) visitor.close()
  })

  const log = createOperationLog()
  const { injected } = options
  const hasChanges = injected?.hasChanges ?? injected === undefined
  const changeShare = hasChanges ? (injected ? INJECTED_CHANGE_SHARE : CHANGE_SHARE) : 0
  const showtimesOf = await loadShowtimes(cluster)
  const crowdShowtimes = hasChanges ? crowdShowtimesOf(showtimesOf) : showtimesOf('crowd')
  const accounts = await createCrowdAccounts(cluster, options)
  const toleranceMs = options.toleranceSeconds * SECOND
  // A lossy proxy may drop the push that a scenario waits for.
  const socketUrl = options.injected ? proxy?.url : undefined
  const connectCrowd = async () => {
    for (let n = 0; n < options.clients; n += 1) {
      const endpoints = { url: cluster.url, socketUrl: proxy?.url }
      const account = n % 3 === 0 ? undefined : accounts[n % accounts.length]
      visitors.push(await connectVisitor(endpoints, { log, account, address: crowdAddress(n) }))
    }
  }
  const allReported = new AbortController()
  const [prepared] = await Promise.all([
    prepareScenarios({
      cluster,
      log,
      connected: ofScenarios,
      toleranceMs,
      socketUrl,
      signal: allReported.signal,
    }),
    connectCrowd(),
  ])
  // The time begins when all visitors are connected.
  const machine = await watchMachine(cluster.processIds)
  started.defer(async () => void (await machine.stop()))
  const startedAt = Date.now()
  const end = startedAt + options.seconds * SECOND
  const isOver = () => Date.now() >= end || allReported.signal.aborted
  const run = { cluster, options, visitors, log, isOver, changeShare }
  const work = Promise.all([
    runScenarios(prepared, isOver),
    findInjectedFaults(run).then((found) => {
      if (injected) allReported.abort()
      return found
    }),
    runCrowd(run, crowdShowtimes),
    hasChanges
      ? runStaff({
          ...run,
          showtimes: crowdShowtimes,
          currentShowtime: showtimeClock(crowdShowtimes),
          cancelShare: injected ? INJECTED_CANCEL_SHARE : CANCEL_SHARE,
        })
      : undefined,
    checkClaimsRepeatedly(run),
    killRepeatedly(run, end),
    options.faults && causeFaults(cluster, options, isOver),
  ])
  // Visitors wait for pushes that a crashed node does not send.
  const [completed, injectedFound] = await Promise.race([work, cluster.crashed])
  const violations = injected
    ? injectedFound.map(({ violation }) => violation)
    : await waitForExpiry(run, crowdShowtimes[0])
  // The comparison keeps this process busy.
  const stalls = await machine.stop()
  violations.push(...(await findViolations(run)))
  return {
    violations,
    operations: countOperations(log),
    scenarios: completed,
    orders: log.orders.length,
    outages: cluster.outages.length,
    stalls,
    reportedAfter: Object.fromEntries(
      injectedFound.map(({ violation: { rule }, at }) => [rule, (at - startedAt) / SECOND]),
    ),
    slowestMs: log.operations.reduce(
      (slowest, { sentAt, answeredAt }) => Math.max(slowest, answeredAt - sentAt),
      0,
    ),
  }
}

/** A third of the accounts has a confirmed email. The server refuses too many sign-ups at the same time, so they follow each other. */
async function createCrowdAccounts(
  cluster: TestCluster,
  { clients }: Pick<SoakOptions, 'clients'>,
) {
  const accounts: Account[] = []
  for (let n = 0; n < clients / VISITORS_PER_ACCOUNT; n += 1) {
    const account = await createAccount(cluster, n)
    accounts.push(n % 3 === 1 ? await cluster.confirmEmail(account) : account)
  }
  return accounts
}

interface Run {
  cluster: TestCluster
  options: SoakOptions
  visitors: Visitor[]
  log: OperationLog
  isOver: () => boolean
  /** The share of the actions of visitors that change a booking or a waiting list. */
  changeShare: number
}

/** Compares the log with the rules and with the database. */
async function findViolations({ cluster, options, visitors, log }: Run): Promise<Violation[]> {
  const { identities } = log
  const { outages } = cluster
  const byShowtime = groupByShowtime(log, GRACE_SECONDS * SECOND, outages)
  return [
    ...log.violations,
    ...findUnexpectedAnswers(log, outages, options),
    ...findSlowShutdowns(cluster.shutdowns),
    ...byShowtime.flatMap(findConflictingGrants),
    ...byShowtime.flatMap((one) => findExceededLimits({ ...one, identities, outages })),
    ...findChallengesOfConfirmed(log),
    ...findGrantsOfSoldPlaces(log),
    // A lossy proxy duplicates events.
    ...(options.lossyProxy ? [] : findUnexpectedExpiries(visitors, log, outages)),
    ...(await cluster.query((db) => findBookingViolations(db, log))),
    ...(await cluster.query((db) => findOfficeViolations(db, log))),
  ]
}

/**
 * Waits until all injected faults are found, or until the run is over. Returns a violation of each rule, because a later action may hide it
 * from the comparison at the end.
 */
async function findInjectedFaults(run: Run) {
  const found = new Map<Rule, { violation: Violation; at: number }>()
  const { injected } = run.options
  while (injected && !run.isOver()) {
    for (const violation of await findViolations(run))
      if (!found.has(violation.rule)) found.set(violation.rule, { violation, at: Date.now() })
    if (injected.rules.every((rule) => found.has(rule))) break
    await delay(SECOND)
  }
  return [...found.values()]
}

/** All visitors act at random and move from showtime to showtime together. In the end they are at the first showtime. */
async function runCrowd(
  { visitors, log, isOver, changeShare, options: { nodes = 1 } }: Run,
  showtimes: [SoakShowtime, ...SoakShowtime[]],
) {
  const maxPauseMs = nodes > 1 ? MAX_PAUSE_WITH_NODES_MS : MAX_PAUSE_MS
  const currentShowtime = showtimeClock(showtimes)
  await Promise.all(
    visitors.map(async (visitor) => {
      let showtime: SoakShowtime | undefined
      while (!isOver()) {
        if (showtime !== currentShowtime()) {
          showtime = currentShowtime()
          await visitor.goTo(showtime)
        }
        if (Math.random() < changeShare) await performRandomChange(visitor, log, showtimes)
        else await performRandomAction(visitor, log)
        await delay(Math.random() * maxPauseMs)
      }
      await visitor.goTo(showtimes[0])
    }),
  )
}

/** Returns a function that returns the showtime of the crowd, from now on. */
function showtimeClock(showtimes: [SoakShowtime, ...SoakShowtime[]]) {
  const startedAt = Date.now()
  return () =>
    showtimes[Math.floor((Date.now() - startedAt) / SECOND / SHOWTIME_SECONDS)] ?? showtimes[0]
}

async function checkClaimsRepeatedly({ cluster, options, log, isOver }: Run) {
  const toleranceMs = options.toleranceSeconds * SECOND
  const checkClaims = createClaimsCheck(toleranceMs, log.releases)
  let endedOutages = 0
  while (!isOver()) {
    const ended = cluster.outages.filter(({ to }) => to < Date.now()).length
    if (ended > endedOutages) log.violations.push(...(await cluster.query(findWrongTakings)))
    endedOutages = ended
    const from = Date.now()
    const isExpiring = () =>
      !overlapsOutage(cluster.outages, { from, to: Date.now() }, 2 * toleranceMs)
    const hasCrashed = () => cluster.outages.some(({ losesHolds }) => losesHolds)
    const found = await cluster.query(async (db) => [
      ...(await checkClaims(db, { isExpiring, hasCrashed })),
      ...(await findLimitViolations(db, log.identities)),
    ])
    log.violations.push(...found)
    await delay(SECOND)
  }
}

async function killRepeatedly({ cluster, options: { killEvery } }: Run, end: number) {
  if (!killEvery) return
  for (let next = Date.now() + killEvery * SECOND; next < end; next += killEvery * SECOND) {
    await delay(Math.max(0, next - Date.now()))
    await cluster.killAndRestart()
  }
}

/** Without further actions, every hold expires, every map shows the database, and the bookings of cancelled shows are refunded. */
async function waitForExpiry(
  { cluster, options, visitors, log }: Run,
  { showtimeId }: SoakShowtime,
) {
  const toleranceMs = options.toleranceSeconds * SECOND
  // Otherwise one party after the other would get an offer.
  for (const visitor of visitors) await leaveWaitingLists(visitor, log)
  const held = await retryUntilEmpty(HOLD_MAX_SECONDS * SECOND + toleranceMs, () =>
    cluster.query((db) => findHolds(db, showtimeId)),
  )
  const wrongMaps = await retryUntilEmpty(toleranceMs, () =>
    findWrongMaps(cluster, showtimeId, visitors),
  )
  const unfinished = await retryUntilEmpty(FINISH_CANCELLATION_MS + toleranceMs, () =>
    cluster.query(findUnfinishedCancellations),
  )
  return [...held, ...wrongMaps, ...unfinished]
}

function countOperations({
  operations,
  counterSales,
  blocked,
  admitted,
  changes,
  showChanges,
}: OperationLog) {
  const ofStaff = [...changes.values()].flat().filter(({ isByStaff }) => isByStaff)
  return {
    ...countBy(operations, ({ kind, outcome, refusal }) => `${kind}: ${refusal ?? outcome}`),
    'staff: sold': counterSales.length,
    'staff: blocked': blocked,
    'staff: admitted': admitted.values().reduce((sum, count) => sum + count, 0),
    ...countBy(
      ofStaff.flatMap(({ attempts }) => attempts),
      ({ outcome, refusal }) => `staff: cancelled a sale: ${refusal ?? outcome}`,
    ),
    ...countBy(
      showChanges,
      ({ kind, outcome, refusal }) => `staff: ${kind} of a show: ${refusal ?? outcome}`,
    ),
  }
}

function countBy<T>(list: readonly T[], nameOf: (one: T) => string) {
  const groups = [...Map.groupBy(list, nameOf)]
  return Object.fromEntries(groups.map(([name, ofName]) => [name, ofName.length]))
}
