import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { watchPulse } from './pulse.ts'
import type { Schema } from './schema.ts'

const INT8 = 20
const NUMERIC = 1700
const LONGEST_STATEMENT_MS = 5000

interface Options {
  onLost: (error: Error) => void
  /** At most so many at once. */
  connections: number
  /** Whoever watches whether the server answers at all. */
  pulse?: ReturnType<typeof watchPulse>
}

/** `onLost` hears of connections that break while idle; unheard, they would end the process. */
export function openPostgres(url: string, { onLost, connections, pulse }: Options): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: LONGEST_STATEMENT_MS,
    statement_timeout: LONGEST_STATEMENT_MS,
    types: { getTypeParser: numbersAsNumbers },
  })
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    client.on('error', onLost)
    pulse?.keep(client)
  })
  const connect = async () => {
    pulse?.check()
    return pool.connect()
  }
  const watched = { connect, end: () => pool.end(), options: pool.options }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: watched }) })
}

/** Counts and instants fit a JavaScript number; as strings they would compare as text. */
const numbersAsNumbers = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
