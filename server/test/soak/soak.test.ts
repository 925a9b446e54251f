/** @module-tag test-all */

import { describe, expect, test } from 'vitest'
import { isPostgresInstalled } from '#test/cluster/private-postgres.ts'
import { isRedisInstalled } from '#test/cluster/private-redis.ts'
import { canMountDisks } from '#test/support/small-disk.ts'
import { runConclusively } from './conclusive-run.ts'
import { runDenial } from './denial.ts'
import { measureFailover } from './failover.ts'
import { type InjectedFaults, injectedFaults } from './injected-faults.ts'
import {
  type ClusterFault,
  LOSSY_TOLERANCE_SECONDS,
  type SoakOptions,
  TOLERANCE_SECONDS,
} from './options.ts'
import { runContention, runRaces } from './races.ts'
import { runRush } from './rush.ts'
import { runSoak } from './soak.ts'

/** A run that is inconclusive is repeated. */
const TIMEOUT = 900_000
/** These runs end as soon as each rule is reported. */
const INJECTED_SECONDS = 240
const STRICT = { toleranceSeconds: TOLERANCE_SECONDS }
const ATTACK = { seconds: 3, graceSeconds: 1, checkoutGraceSeconds: 2 }
const OPTIONS = { ...STRICT, seconds: 5, clients: 25 }

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
const databases: [string, string | undefined][] = [['SQLite', undefined]]
if (TEST_DATABASE_URL) databases.push(['PostgreSQL', TEST_DATABASE_URL])

/** Expects a report of each rule that is broken on purpose. */
async function expectReports(
  name: string,
  options: Pick<SoakOptions, 'postgresUrl'> & { injected: InjectedFaults },
) {
  const { violations, reportedAfter } = await runConclusively(name, () =>
    runSoak({ ...STRICT, seconds: INJECTED_SECONDS, clients: 8, ...options }),
  )
  const reported = new Set(violations.map(({ rule }) => rule))
  const last = Object.entries(reportedAfter).toSorted(([, one], [, other]) => other - one)[0]
  process.stdout.write(`the last rule was reported after ${last?.[1]} s: ${last?.[0]}\n`)

  expect(options.injected.rules.filter((rule) => !reported.has(rule))).toEqual([])
}

// One run after another: each is a real-time system of its own.
describe.each(databases)('a soak run on %s', (database, postgresUrl) => {
  test('finds no violations', { timeout: TIMEOUT }, async () => {
    const { violations, orders, scenarios } = await runConclusively(`soak on ${database}`, () =>
      runSoak({ ...OPTIONS, postgresUrl }),
    )

    expect(violations).toEqual([])
    expect(orders).toBeGreaterThan(5)
    expect(Object.values(scenarios).filter((completed) => completed > 0).length).toBeGreaterThan(6)
  })

  test.each([
    ['database', injectedFaults.database],
    ['changes', injectedFaults.changes],
  ])('reports each rule that is broken (%s)', { timeout: TIMEOUT }, (name, injected) =>
    expectReports(`broken rules (${name}) on ${database}`, { injected, postgresUrl }),
  )

  test('gives a rush of parties the best seats side by side until the hall is full [S-325]', {
    timeout: TIMEOUT,
  }, async () => {
    const { violations, figures } = await runConclusively(`rush on ${database}`, () =>
      runRush({ clients: 260, postgresUrl }),
    )

    expect(violations).toEqual([])
    expect(figures['share held (%)']).toBeGreaterThanOrEqual(97)
  })

  test('grants one seat to exactly one of 200 concurrent clients', {
    timeout: TIMEOUT,
  }, async () => {
    expect(await runContention({ clients: 200, postgresUrl })).toEqual({ held: 1, TAKEN: 199 })
  })

  test('gives a seat to the payer or to the rival when both ask for it at its deadline', {
    timeout: TIMEOUT,
  }, async () => {
    const { payer = 0, rival = 0, ...others } = await runRaces(24, postgresUrl)

    expect(others).toEqual({})
    expect(payer + rival).toBe(24)
  })

  test('lets others buy seats while one address without an account takes what it can [S-170] [S-172] [S-174]', {
    timeout: TIMEOUT,
  }, async () => {
    const { violations, figures } = await runConclusively(`attack on ${database}`, () =>
      runDenial({ ...ATTACK, postgresUrl }),
    )

    expect(violations).toEqual([])
    expect(figures['most places held in all']).toBeGreaterThan(20)
  })
})

// These rules are broken between the server and its clients, so one database is enough.
test.each([
  ['messages', injectedFaults.messages],
  ['silence', injectedFaults.silence],
])('a soak run reports each rule that is broken (%s)', { timeout: TIMEOUT }, (name, injected) =>
  expectReports(`broken rules (${name})`, { injected }),
)

test('a soak run finds no violations when pushes are lost, late and duplicated', {
  timeout: TIMEOUT,
}, async () => {
  const lossy = { lossyProxy: true, toleranceSeconds: LOSSY_TOLERANCE_SECONDS }
  const { violations } = await runConclusively('lost, late and duplicated pushes', () =>
    runSoak({ ...OPTIONS, ...lossy, seconds: 4 }),
  )

  expect(violations).toEqual([])
})

test('a soak run reports an attack on a server without the limits per address and with a higher limit per account', {
  timeout: TIMEOUT,
}, async () => {
  const environment = { SHOW_ALLOWANCE_PERCENT: 'off', SEATS_PER_ACCOUNT: '200' }
  const { violations } = await runConclusively('attack without limits', () =>
    runDenial({ ...ATTACK, environment }),
  )

  expect([...new Set(violations.map(({ rule }) => rule))].toSorted()).toEqual([
    'limit per address at all showtimes',
    'limits per account',
    'limits per address',
    'others can buy during an attack',
  ])
})

test('a soak run finds no violations when the server is killed', {
  timeout: TIMEOUT,
}, async () => {
  const { violations, outages } = await runConclusively('killed server', () =>
    runSoak({ ...OPTIONS, seconds: 6, killEvery: 2 }),
  )

  expect(violations).toEqual([])
  expect(outages).toBeGreaterThan(0)
})

const CLUSTER_OPTIONS = { ...STRICT, nodes: 3, clients: 8, faultEvery: 2 }
const CLUSTER_RUNS: [string, { seconds: number; faults: ClusterFault[] }][] = [
  ['nodes are killed and stopped', { seconds: 15, faults: ['kill-node', 'sigterm-node'] }],
  [
    'Redis is killed and PostgreSQL hangs',
    { seconds: 26, faults: ['redis-killed', 'postgres-hung'] },
  ],
  [
    'a standby is lost and PostgreSQL is read-only',
    { seconds: 28, faults: ['standby-away', 'read-only'] },
  ],
]
const isInstalled = isPostgresInstalled() && isRedisInstalled()

async function expectNoViolations(
  name: string,
  options: { seconds: number; faults: ClusterFault[] },
) {
  const { violations, orders, outages } = await runConclusively(name, () =>
    runSoak({ ...CLUSTER_OPTIONS, ...options }),
  )

  expect(violations).toEqual([])
  expect(orders).toBeGreaterThan(5)
  expect(outages).toBeGreaterThan(0)
}

// Each run has three nodes and two databases of its own. Needs the programs of PostgreSQL and Redis on this machine.
test.skipIf(!isInstalled).each(CLUSTER_RUNS)(
  'a soak run on three nodes finds no violations when %s',
  { timeout: TIMEOUT },
  expectNoViolations,
)

// Also needs root, to mount a small disk.
test.skipIf(!isInstalled || !canMountDisks())(
  'a soak run on three nodes finds no violations when the disk of PostgreSQL is full',
  { timeout: TIMEOUT },
  () => expectNoViolations('the disk is full', { seconds: 16, faults: ['disk-full'] }),
)

test.skipIf(!TEST_DATABASE_URL || !TEST_REDIS_URL)(
  'viewers of a killed node reconnect to the other nodes in time and show the right map',
  { timeout: TIMEOUT },
  async () => {
    const services = { postgresUrl: TEST_DATABASE_URL ?? '', redisUrl: TEST_REDIS_URL ?? '' }
    const { violations, disconnected } = await runConclusively('failover', () =>
      measureFailover({ ...services, viewers: 60 }),
    )

    expect(violations).toEqual([])
    expect(disconnected).toBeGreaterThan(10)
  },
)
