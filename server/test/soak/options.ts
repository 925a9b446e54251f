import { parseArgs } from 'node:util'
import { testPostgresUrl } from '../support/test-postgres.ts'
import { type InjectedFaults, injectedFaultNames, injectedFaults } from './injected-faults.ts'

/** Faults of nodes, PostgreSQL and Redis in a run with several nodes. */
export const clusterFaults = [
  'kill-node',
  'sigterm-node',
  'postgres-fast',
  'postgres-immediate',
  'postgres-hung',
  'standby-away',
  'disk-full',
  'read-only',
  'redis-killed',
  'redis-absent',
  'redis-cut',
] as const
export type ClusterFault = (typeof clusterFaults)[number]

/** Durations are in seconds. */
export interface SoakOptions {
  seconds: number
  clients: number
  /** How late an expiry or a map update may be. */
  toleranceSeconds: number
  /** A PostgreSQL server on which a database is created. Without it the run uses SQLite. */
  postgresUrl?: string | undefined
  /** How often the server is killed and started again. */
  killEvery?: number | undefined
  /** Several nodes use PostgreSQL and Redis servers that the run starts itself. */
  nodes?: number | undefined
  /** Happen in turn. */
  faults?: ClusterFault[] | undefined
  faultEvery?: number | undefined
  /** Rules that are broken on purpose. The run must report them. */
  injected?: InjectedFaults | undefined
  /** Whether pushes are lost, delayed and duplicated on their way. */
  lossyProxy?: boolean | undefined
}

export const TOLERANCE_SECONDS = 2
/** The server sends a room its revision less and less often (broadcaster.ts), and three of these pushes in a row may be lost. */
export const LOSSY_TOLERANCE_SECONDS = 6

const REDIS_URL = 'redis://127.0.0.1:6379'

export const serviceUrls = () => ({
  postgresUrl: testPostgresUrl(),
  redisUrl: process.env.TEST_REDIS_URL ?? REDIS_URL,
})

/** Parses the command line. Throws on unknown options. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '30' },
      clients: { type: 'string', default: '100' },
      database: { type: 'string', default: 'sqlite' },
      'kill-every': { type: 'string' },
      nodes: { type: 'string', default: '1' },
      fault: { type: 'string' },
      'fault-every': { type: 'string' },
      inject: { type: 'string' },
      'lossy-proxy': { type: 'boolean' },
      contention: { type: 'boolean', default: false },
      race: { type: 'string', default: '0' },
      failover: { type: 'string', default: '0' },
      denial: { type: 'boolean', default: false },
      rush: { type: 'boolean', default: false },
      'on-sale': { type: 'string', default: '0' },
    },
  })
  const options: SoakOptions = {
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    toleranceSeconds: values['lossy-proxy'] ? LOSSY_TOLERANCE_SECONDS : TOLERANCE_SECONDS,
    postgresUrl: values.database === 'postgres' ? serviceUrls().postgresUrl : undefined,
    killEvery: values['kill-every'] ? Number(values['kill-every']) : undefined,
    nodes: Number(values.nodes),
    faults: values.fault?.split(',').map((name) => findByName('fault', clusterFaults, name)),
    faultEvery: values['fault-every'] ? Number(values['fault-every']) : undefined,
    injected: values.inject
      ? injectedFaults[findByName('injected faults', injectedFaultNames, values.inject)]
      : undefined,
    lossyProxy: values['lossy-proxy'],
  }
  const { contention, denial, rush } = values
  const counts = {
    races: Number(values.race),
    viewers: Number(values.failover),
    queueing: Number(values['on-sale']),
  }
  return { options, contention, denial, rush, ...counts }
}

function findByName<T extends string>(kind: string, known: readonly T[], name: string) {
  const found = known.find((one) => one === name)
  if (!found) throw new Error(`Unknown ${kind} ${name}. Known: ${known.join(', ')}`)
  return found
}
