import { parseArgs } from 'node:util'
import { type Sabotage, sabotages } from './mutation-checks.ts'

/** What can be broken around several nodes. */
export const faults = [
  'kill-node',
  'sigterm-node',
  'postgres-fast',
  'postgres-immediate',
  'postgres-hung',
  'redis-killed',
  'redis-absent',
  'redis-cut',
] as const
export type Fault = (typeof faults)[number]

/** What one run does. Seconds throughout. */
export interface Plan {
  seconds: number
  clients: number
  /** How late the end of a hold or the truth on a map may come. */
  lateSeconds: number
  /** A PostgreSQL server to make a database on; without it the embedded one. */
  postgres?: string | undefined
  /** How often the server is killed and started again. */
  killEvery?: number | undefined
  /** How many nodes share one database; more than one get a PostgreSQL and a Redis server of their own. */
  nodes?: number | undefined
  /** What breaks, in turn, again and again. */
  faults?: Fault[] | undefined
  /** How often, when not as often as usual. */
  faultEvery?: number | undefined
  sabotage?: Sabotage | undefined
  /** Whether what the server tells its clients is dropped, delayed and doubled on the way. */
  badLine?: boolean | undefined
  /** Whether everybody only reaches for overlapping baskets, in no order. */
  baskets?: boolean | undefined
}

const LATE = 2
/** The truth is told again each second, and there each time with luck alone. */
const LATE_ON_A_BAD_LINE = 12

const SERVER = 'postgres://127.0.0.1:5432/postgres'
const REDIS = 'redis://127.0.0.1:6379'

/** Servers of this machine, or those that are named. */
export const neighbours = () => ({
  postgres: process.env.TEST_DATABASE_URL ?? SERVER,
  redis: process.env.TEST_REDIS_URL ?? REDIS,
})

/** Reads the command line. Throws on words it does not know. */
export function readPlan(args: string[]) {
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
      sabotage: { type: 'string' },
      'bad-line': { type: 'boolean' },
      baskets: { type: 'boolean' },
      stampede: { type: 'boolean' },
      'photo-finish': { type: 'string' },
      exodus: { type: 'string' },
    },
  })
  const plan: Plan = {
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    lateSeconds: values['bad-line'] ? LATE_ON_A_BAD_LINE : LATE,
    postgres: values.database === 'postgres' ? neighbours().postgres : undefined,
    killEvery: values['kill-every'] ? Number(values['kill-every']) : undefined,
    nodes: Number(values.nodes),
    faults: values.fault?.split(',').map((name) => named('fault', faults, name)),
    faultEvery: values['fault-every'] ? Number(values['fault-every']) : undefined,
    sabotage:
      values.sabotage === undefined ? undefined : named('sabotage', sabotages, values.sabotage),
    badLine: values['bad-line'],
    baskets: values.baskets,
  }
  const trials = Number(values['photo-finish'] ?? 0)
  const watchers = Number(values.exodus ?? 0)
  return { plan, stampede: values.stampede ?? false, trials, watchers }
}

function named<T extends string>(what: string, all: readonly T[], name: string) {
  const known = all.find((one) => one === name)
  if (!known) throw new Error(`There is no ${what} ${name}, only: ${all.join(', ')}`)
  return known
}
