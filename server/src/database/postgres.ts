import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Pulse } from './pulse.ts'
import type { Schema } from './schema.ts'

const INT8 = 20
const NUMERIC = 1700
const LONGEST_STATEMENT_MS = 5000
/** As a connection says of itself when no transaction is open on it. */
const IDLE = 'I'

interface Options {
  onLost: (error: Error) => void
  /** At most so many at once. */
  connections: number
  /** Whoever watches whether the server answers at all. */
  pulse?: Pulse
}

/** `onLost` hears of connections that break while idle; unheard, they would end the process. */
export function openPool(url: string, { onLost, connections, pulse }: Options) {
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
    planOnce(client)
  })
  // Whoever gave up waiting may have left a transaction open, which the next would find themselves in.
  pool.on('release', (_, client) => {
    if (client.getTransactionStatus() !== IDLE) void client.end().catch(onLost)
  })
  return pool
}

/** With a pulse, nobody waits for a server that is known to hang. */
export function queriesOver(pool: pg.Pool, pulse?: Pulse) {
  const connect = async () => {
    pulse?.check()
    return pool.connect()
  }
  const watched = { connect, end: () => pool.end(), options: pool.options }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: watched }) })
}

/** Of one connection; what is composed anew each time must not fill its memory. */
const MOST_PLANNED = 500
/** Its answer changes with the table, which a plan once made does not survive. */
const ALL_COLUMNS = /(select|\.)\s*\*/i

/** Has each statement planned once a connection, not each time: half of what a short one costs. */
function planOnce(client: pg.PoolClient) {
  const names = new Map<string, string>()
  const query = client.query.bind(client) as (...words: unknown[]) => unknown

  function nameOf(text: string) {
    const known = names.get(text)
    if (known || names.size >= MOST_PLANNED || ALL_COLUMNS.test(text)) return known
    const name = `statement ${names.size}`
    names.set(text, name)
    return name
  }

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = isPlain ? nameOf(text) : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }) as typeof client.query
}

/** Counts and instants fit a JavaScript number; as strings they would compare as text. */
const numbersAsNumbers = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
