import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { ownAddress } from './addresses.ts'
import { type Account, createAccount } from './api-client.ts'
import { loadShowtimes } from './catalogue.ts'
import { attack, buySeats, ORDERS, sendOrders } from './denial-visitors.ts'
import { findLimitViolations, placesOfAccount, placesOfNetwork } from './limit-assertions.ts'
import { watchMachine } from './machine-stalls.ts'
import { createOperationLog, type OperationLog, type Violation } from './operation-log.ts'
import { connectVisitor, type Visitor } from './simulated-visitor.ts'
import { SEATS_PER_ACCOUNT, startTestCluster, type TestCluster } from './test-cluster.ts'

const SECOND = 1000
const SOCKETS = 60
const ATTACKER = '198.51.100.1'
const BUYERS = 10
/** The number of the account with many orders, which are for the large screen. */
const ORDERER = 11
/** The holds end this long after their grace period at the latest. */
const RELEASE_TOLERANCE_MS = 5 * SECOND
const POLL_MS = 200
/** Rows and seats per row of the screens. Each has more seats than one address may hold, which is at least 60. */
const SCREENS: Record<string, [rows: number, seats: number]> = {
  small: [8, 10],
  medium: [10, 25],
  large: [20, 30],
}

export interface DenialOptions {
  /** How long the attack lasts. */
  seconds: number
  /** HOLD_GRACE_SECONDS and CHECKOUT_GRACE_SECONDS. */
  graceSeconds: number
  checkoutGraceSeconds: number
  postgresUrl?: string | undefined
  /** Further environment variables of the server. */
  environment?: Record<string, string>
}

/**
 * One address opens many sockets without an account and takes what it can, while visitors of other addresses buy seats and one account sends
 * many orders at once. Returns the violated rules and what the attacker held at most.
 */
export async function runDenial(options: DenialOptions) {
  await using started = new AsyncDisposableStack()
  const cluster = await startCluster(options, started)
  const log = createOperationLog()
  const { attackers, buyers, orderer } = await connectAll({ cluster, log }, started)

  const machine = await watchMachine(cluster.processIds)
  started.defer(async () => void (await machine.stop()))
  const attackMs = options.seconds * SECOND
  const end = Date.now() + attackMs
  let haveOthersFinished = false
  const isOver = () => Date.now() > end && haveOthersFinished
  const { promise: firstRounds, resolve: onFirstRounds } = Promise.withResolvers<void>()
  const others = firstRounds.then(() =>
    Promise.all([
      Promise.all(
        buyers.map(async (buyer, n) => {
          await delay((0.5 * attackMs * n) / BUYERS)
          return buySeats(buyer, log)
        }),
      ),
      delay(attackMs / 4).then(() => sendOrders(orderer, log)),
    ]).finally(() => {
      haveOthersFinished = true
    }),
  )
  const [observed, [attempts]] = await Promise.all([
    observe({ cluster, log }, isOver),
    others,
    attack(attackers, { isOver, onFirstRounds }),
  ])
  for (const attacker of attackers) attacker.close()
  const graceMs = options.checkoutGraceSeconds * SECOND
  const releasedAfterMs = await waitForRelease({ cluster, log }, graceMs)
  const [bought] = await cluster.query((db) =>
    placesOfAccount(db, orderer.account?.userId ?? '', log.identities),
  )

  const violations = [...log.violations, ...observed.violations]
  const report = (rule: Violation['rule'], detail: string) => violations.push({ rule, detail })
  if (releasedAfterMs === undefined) {
    report('holds end after the grace period', 'the attacker still holds places')
  }
  const failed = [...attempts.entries()].filter(([, outcomes]) => outcomes.at(-1) !== 'granted')
  for (const [n, outcomes] of failed)
    report('others can buy during an attack', `buyer ${n} got no seats: ${outcomes}`)
  if (bought?.seats !== SEATS_PER_ACCOUNT) {
    report('limits per account', `an account with ${ORDERS} orders bought ${bought?.seats} seats`)
  }
  const figures: Record<string, number | undefined> = {
    ...observed.figures,
    'proofs solved': attackers.reduce((sum, { usedProofs }) => sum + usedProofs.length, 0),
    'buyers who got seats': attempts.length - failed.length,
    'most attempts of a buyer': Math.max(...attempts.map(({ length }) => length)),
    'seats bought by the account with many orders': bought?.seats,
    'places free after (ms)': releasedAfterMs,
  }
  return { violations, figures, stalls: await machine.stop() }
}

async function startCluster(options: DenialOptions, started: AsyncDisposableStack) {
  const { seconds, graceSeconds, checkoutGraceSeconds, postgresUrl, environment } = options
  const data = createDataDir()
  started.defer(data.remove)
  const cluster = await startTestCluster(
    { seconds, clients: SOCKETS, toleranceSeconds: 0, postgresUrl },
    {
      CATALOGUE: writeCatalogue(data.dataDir),
      HOLD_SECONDS: '600',
      HOLD_MAX_SECONDS: '1800',
      CHECKOUT_SECONDS: '300',
      HOLD_GRACE_SECONDS: String(graceSeconds),
      CHECKOUT_GRACE_SECONDS: String(checkoutGraceSeconds),
      ...environment,
    },
  )
  started.defer(cluster.close)
  return cluster
}

function writeCatalogue(dataDir: string) {
  const tomorrow = new Date(Date.now() + 24 * 3600 * SECOND).toISOString()
  const names = Object.keys(SCREENS)
  const screens = Object.entries(SCREENS).map(([name, [rows, seats]]) =>
    makeScreen(name, {
      rows: Array.from({ length: rows }, (_, n) => ({
        row: String.fromCharCode(65 + n),
        seats,
        category: 'Standard',
      })),
    }),
  )
  const showtimes = names.map((screen) => ({ screen, startTime: tomorrow, cutoffMinutes: 30 }))
  const path = join(dataDir, 'denial.json')
  writeFileSync(path, JSON.stringify({ screens, movies: [makeMovie('Metropolis', { showtimes })] }))
  return path
}

interface Run {
  cluster: TestCluster
  log: OperationLog
}

/** The sockets of the attacker, the buyers and the account with many orders. The first two are spread over the screens. */
async function connectAll({ cluster, log }: Run, started: AsyncDisposableStack) {
  const showtimesOf = await loadShowtimes(cluster)
  const names = Object.keys(SCREENS)
  const connect = async (n: number, address: string, account?: Account) => {
    const visitor = await connectVisitor(cluster, { log, address, account })
    started.defer(() => void visitor.close())
    await visitor.goTo(showtimesOf(names[n % names.length] ?? '')[0])
    while (visitor.map.places().length === 0) await delay(POLL_MS)
    return visitor
  }
  const connectBuyer = async (n: number) =>
    connect(n, ownAddress(n), await createAccount(cluster, n))
  const times = (count: number, connectOne: (n: number) => Promise<Visitor>) =>
    Promise.all(Array.from({ length: count }, (_, n) => connectOne(n)))
  return {
    attackers: await times(SOCKETS, (n) => connect(n, ATTACKER)),
    buyers: await times(BUYERS, connectBuyer),
    orderer: await connectBuyer(ORDERER),
  }
}

/** Checks the limits again and again. Returns the violations and the most places that the attacker held at a time. */
async function observe({ cluster, log }: Run, isOver: () => boolean) {
  const showtimesOf = await loadShowtimes(cluster)
  const violations: Violation[] = []
  const figures: Record<string, number> = {}
  const recordMost = (name: string, count: number) => {
    figures[name] = Math.max(count, figures[name] ?? 0)
  }
  while (!isOver()) {
    violations.push(...(await cluster.query((db) => findLimitViolations(db, log.identities))))
    const held = await placesOfAttacker({ cluster, log })
    for (const screen of Object.keys(SCREENS)) {
      const [{ showtimeId }] = showtimesOf(screen)
      recordMost(`most places held on the ${screen} screen`, held.get(showtimeId) ?? 0)
    }
    recordMost(
      'most places held in all',
      held.values().reduce((sum, count) => sum + count, 0),
    )
    await delay(POLL_MS)
  }
  return { violations, figures }
}

const placesOfAttacker = ({ cluster, log }: Run) =>
  cluster.query((db) => placesOfNetwork(db, ATTACKER, log.identities))

/** Returns how long after the last socket was closed all places are free, in milliseconds. Undefined if too late. */
async function waitForRelease(run: Run, graceMs: number) {
  const closedAt = Date.now()
  while (Date.now() < closedAt + graceMs + RELEASE_TOLERANCE_MS) {
    if ((await placesOfAttacker(run)).size === 0) return Date.now() - closedAt
    await delay(POLL_MS)
  }
  return
}
