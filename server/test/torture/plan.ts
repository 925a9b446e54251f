import { parseArgs } from 'node:util'
import { type Sabotage, sabotages } from './sabotage.ts'

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

/** Reads the command line. Throws on words it does not know. */
export function readPlan(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '30' },
      clients: { type: 'string', default: '100' },
      database: { type: 'string', default: 'sqlite' },
      'kill-every': { type: 'string' },
      sabotage: { type: 'string' },
      'bad-line': { type: 'boolean' },
      baskets: { type: 'boolean' },
      stampede: { type: 'boolean' },
      'photo-finish': { type: 'string' },
    },
  })
  const plan: Plan = {
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    lateSeconds: values['bad-line'] ? LATE_ON_A_BAD_LINE : LATE,
    postgres:
      values.database === 'postgres' ? (process.env.TEST_DATABASE_URL ?? SERVER) : undefined,
    killEvery: values['kill-every'] ? Number(values['kill-every']) : undefined,
    sabotage: sabotageNamed(values.sabotage),
    badLine: values['bad-line'],
    baskets: values.baskets,
  }
  const trials = Number(values['photo-finish'] ?? 0)
  return { plan, stampede: values.stampede ?? false, trials }
}

function sabotageNamed(name: string | undefined) {
  if (name === undefined) return
  const known = sabotages.find((one) => one === name)
  if (!known) throw new Error(`There is no sabotage of ${name}, only of: ${sabotages.join(', ')}`)
  return known
}
