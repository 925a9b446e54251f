import { parseArgs } from 'node:util'
import type { Sabotage } from './sabotage.ts'

/** What one run does. Seconds throughout. */
export interface Plan {
  seconds: number
  clients: number
  /** A PostgreSQL server to make a database on; without it the embedded one. */
  postgres?: string | undefined
  /** How often the server is killed and started again. */
  killEvery?: number | undefined
  sabotage?: Sabotage | undefined
  /** Whether what the server tells its clients is dropped, delayed and doubled on the way. */
  badLine?: boolean | undefined
}

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
      stampede: { type: 'boolean' },
      'photo-finish': { type: 'string' },
    },
  })
  const plan: Plan = {
    seconds: Number(values.seconds),
    clients: Number(values.clients),
    postgres:
      values.database === 'postgres' ? (process.env.TEST_DATABASE_URL ?? SERVER) : undefined,
    killEvery: values['kill-every'] ? Number(values['kill-every']) : undefined,
    sabotage: values.sabotage as Sabotage | undefined,
    badLine: values['bad-line'],
  }
  const trials = Number(values['photo-finish'] ?? 0)
  return { plan, stampede: values.stampede ?? false, trials }
}
