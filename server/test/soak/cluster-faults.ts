import { setTimeout as delay } from 'node:timers/promises'
import { execute } from '#test/support/test-postgres.ts'
import type { ClusterFault, SoakOptions } from './options.ts'
import type { Infrastructure, TestCluster } from './test-cluster.ts'

const POSTGRES_DOWN_MS = 5000
const POSTGRES_HUNG_MS = 10_000
const STORAGE_PROBLEM_MS = 10_000
const REDIS_DOWN_MS = 10_000
const QUIET_SECONDS = 3
const NODE_FAULT_EVERY = 15
const SERVICE_FAULT_EVERY = 20

type CauseFault = (
  cluster: TestCluster,
  infrastructure: Infrastructure,
  round: number,
) => Promise<unknown>

const stopPostgres =
  (mode: 'fast' | 'immediate'): CauseFault =>
  ({ duringDatabaseOutage }, { postgres }) =>
    duringDatabaseOutage(async () => {
      await postgres.stop(mode)
      await delay(POSTGRES_DOWN_MS)
      await postgres.start()
      await waitForCommit(postgres.url)
    }, mode === 'immediate')

/** Visitors must not notice that Redis is down, so those faults record no outage. */
const CAUSE_FAULT: Record<ClusterFault, CauseFault> = {
  'kill-node': ({ killAndRestart, nodes }, _, round) => killAndRestart(round % nodes.length),
  'sigterm-node': ({ stopAndRestart, nodes }, _, round) => stopAndRestart(round % nodes.length),
  'postgres-fast': stopPostgres('fast'),
  'postgres-immediate': stopPostgres('immediate'),
  'postgres-hung': ({ duringDatabaseOutage }, { postgres }) =>
    duringDatabaseOutage(async () => {
      postgres.freeze()
      await delay(POSTGRES_HUNG_MS)
      postgres.thaw()
    }),
  'standby-away': ({ duringDatabaseOutage }, { standby }) =>
    duringDatabaseOutage(async () => {
      standby?.freeze()
      await delay(STORAGE_PROBLEM_MS)
      standby?.thaw()
    }),
  'disk-full': ({ duringDatabaseOutage }, { postgres, disk }) =>
    duringDatabaseOutage(async () => {
      await disk?.fill()
      await delay(STORAGE_PROBLEM_MS)
      disk?.free()
      // PostgreSQL ends when it cannot extend its log.
      if (!postgres.isRunning()) await postgres.start()
      await waitForCommit(postgres.url)
    }, true),
  'read-only': ({ duringDatabaseOutage }, { postgres }) =>
    duringDatabaseOutage(async () => {
      await setReadOnly(postgres.url, 'on')
      await delay(STORAGE_PROBLEM_MS)
      await setReadOnly(postgres.url, 'off')
    }),
  'redis-killed': async (_, { redis }) => {
    await redis.kill()
    await delay(REDIS_DOWN_MS)
    await redis.start()
  },
  /** Redis is not started at all. */
  'redis-absent': async () => undefined,
  'redis-cut': async (_, { redisProxy }) => {
    await redisProxy.cut()
    await delay(REDIS_DOWN_MS)
    await redisProxy.restore()
  },
}

/** A commit completes when a standby has it, and a standby takes up to five seconds to find a server that has been started again. */
const waitForCommit = (url: string) => execute(url, `select pg_logical_emit_message(true, '', '')`)

async function setReadOnly(url: string, value: 'on' | 'off') {
  await execute(url, `alter system set default_transaction_read_only = ${value}`)
  await execute(url, 'select pg_reload_conf()')
}

/** Causes the faults in turn until the run is over. */
export async function causeFaults(
  cluster: TestCluster,
  { faults = [], faultEvery }: SoakOptions,
  isOver: () => boolean,
) {
  const { infrastructure } = cluster
  if (!infrastructure) throw new Error('Faults need several nodes: --nodes 3')
  for (let round = 0; ; round += 1) {
    const fault = faults[round % faults.length] as ClusterFault
    const usual = fault.endsWith('node') ? NODE_FAULT_EVERY : SERVICE_FAULT_EVERY
    await delay((round === 0 ? QUIET_SECONDS : (faultEvery ?? usual)) * 1000)
    if (isOver()) return
    await CAUSE_FAULT[fault](cluster, infrastructure, round)
  }
}
