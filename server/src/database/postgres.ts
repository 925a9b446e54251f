import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DatabaseHealth } from './database-health.ts'
import { linesOf, type PipelinedConnection } from './pipelined-connection.ts'
import type { Schema } from './schema.ts'

const INT8 = 20
const NUMERIC = 1700
const LONGEST_STATEMENT_MS = 5000
/** As a connection says of itself when no transaction is open on it. */
const IDLE = 'I'

/** A plan is made once a connection, perhaps while a table is small; reading all of it would stay the plan as it fills. */
const BY_KEY = '-c enable_seqscan=off'

interface Options {
  onLost: (error: Error) => void
  /** At most so many at once. */
  connections: number
  /** Destroys the connections of a server that no longer answers. */
  health?: DatabaseHealth
}

/** `onLost` hears of connections that break while idle; unheard, they would end the process. */
export function openPool(url: string, { onLost, connections, health }: Options) {
  const pool = new pg.Pool({
    connectionString: url,
    ...(health && { stream: health.newSocket }),
    max: connections,
    connectionTimeoutMillis: LONGEST_STATEMENT_MS,
    statement_timeout: LONGEST_STATEMENT_MS,
    // Of a node that hangs, or whose machine is gone without a word: what it has locked, others wait for.
    idle_in_transaction_session_timeout: LONGEST_STATEMENT_MS,
    options: BY_KEY,
    pipeline: true,
    types: { getTypeParser: numbersAsNumbers },
  })
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    client.on('error', onLost)
    planOnce(client)
  })
  // Whoever gave up waiting may have left a transaction open, which the next would find themselves in.
  pool.on('release', (_, client) => {
    if (client.getTransactionStatus() !== IDLE) void client.end().catch(onLost)
  })
  return pool
}

/** With a health check, queries fail at once while the server does not answer. */
export function queriesOver(pool: pg.Pool, health?: DatabaseHealth) {
  const connect = async () => {
    health?.assertResponsive()
    return pool.connect()
  }
  const watched = { connect, end: () => pool.end(), options: pool.options }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: watched }) })
  linesOf.set(db, async () => lineOver(await connect()))
  return db
}

const queriesOf = new WeakMap<pg.PoolClient, Kysely<Schema>>()

/** A whole pool for one client: over a connection of Kysely's own each statement would wait for the answer to the one before. */
function lineOver(client: pg.PoolClient): PipelinedConnection {
  const known = queriesOf.get(client)
  const db = known ?? new Kysely<Schema>({ dialect: new PostgresDialect({ pool: only(client) }) })
  queriesOf.set(client, db)
  return {
    db,
    giveBack: () => client.release(),
    hangUp: () => void client.end().catch(() => undefined),
  }
}

/** A pool of one, which whoever took it gives back. */
function only(client: pg.PoolClient): PostgresPool {
  const send = inOneGo(client)
  const query = async (text: string, values: unknown[]) => {
    const answer = await send(text, values)
    // PostgreSQL undoes what has failed when it is to be committed, and calls that a success.
    if (text === 'commit' && answer.command === 'ROLLBACK') throw new Error('It has been undone')
    return answer
  }
  const kept = { query, release: () => undefined } as unknown as PostgresPoolClient
  return { connect: async () => kept, end: async () => undefined, options: {} }
}

/** What is asked in one breath leaves in one piece: each piece wakes the server. */
function inOneGo(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  let isHeld = false
  const letGo = () => {
    isHeld = false
    stream.uncork()
  }
  return (text: string, values: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(letGo)
    }
    return client.query(text, values)
  }
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
