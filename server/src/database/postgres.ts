import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

const INT8 = 20
const NUMERIC = 1700
const LONGEST_STATEMENT_MS = 5000

interface Options {
  onLost: (error: Error) => void
  /** At most so many at once. */
  connections: number
}

/** `onLost` hears of connections that break while idle; unheard, they would end the process. */
export function openPool(url: string, { onLost, connections }: Options) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: LONGEST_STATEMENT_MS,
    statement_timeout: LONGEST_STATEMENT_MS,
    types: { getTypeParser: numbersAsNumbers },
  })
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

export const queriesOver = (pool: pg.Pool) =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Counts and instants fit a JavaScript number; as strings they would compare as text. */
const numbersAsNumbers = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
