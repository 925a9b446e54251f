import { userInfo } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from '../schema.ts'
import { type Connections, close } from './connect.ts'
import { type DatabaseHealth, watchDatabaseHealth } from './database-health.ts'
import { createPipelinedConnection, type PipelinedDatabase } from './pipelined-connection.ts'
import { SESSION_SETTINGS, TIMEOUT_MS } from './session-settings.ts'
import { createWriteMonitor } from './write-monitor.ts'

const INT8 = 20
const NUMERIC = 1700
/** The status of a connection without an open transaction. */
const IDLE = 'I'

// A URL without a user means the user of this process, as in psql. The driver reads USER only, which services of systemd and containers may not have.
pg.defaults.user ??= readUserName()

/** Returns undefined for a user that the system has no name for, as in some containers. */
function readUserName() {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

interface Options {
  onConnectionError: (error: Error) => void
  /** The maximum number of open connections. */
  maxConnections: number
  /** Destroys the connections of a server that no longer responds. */
  health?: DatabaseHealth
}

/** `onConnectionError` is called for connections that break while idle. Without a listener they would end the process. */
export function openPool(url: string, { onConnectionError, maxConnections, health }: Options) {
  const pool = new pg.Pool({
    connectionString: url,
    ...(health && { stream: health.newSocket }),
    max: maxConnections,
    connectionTimeoutMillis: TIMEOUT_MS,
    onConnect: async (client) => void (await client.query(SESSION_SETTINGS)),
    pipeline: true,
    types: { getTypeParser: parseNumericTypes },
  })
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => {
    client.on('error', onConnectionError)
    nameStatements(client)
  })
  // A caller that gave up may have left a transaction open. The next caller must not run in it.
  pool.on('release', (_, client) => {
    if (client.getTransactionStatus() !== IDLE) void client.end().catch(onConnectionError)
  })
  return pool
}

/** With a health check, queries fail at once while the server does not respond. */
export function createPostgresKysely(pool: pg.Pool, health?: DatabaseHealth): PipelinedDatabase {
  const connect = async () => {
    health?.assertResponsive()
    return pool.connect()
  }
  const checkedPool = { connect, end: () => pool.end(), options: pool.options }
  const dialect = new PostgresDialect({ pool: checkedPool })
  return Object.assign(new Kysely<Schema>({ dialect }), {
    acquirePipelined: async () => createPipelinedConnection(await connect(), dialect),
    writes: createWriteMonitor(),
  })
}

/** Limits the memory of a connection. */
const MAX_NAMED_STATEMENTS = 500
/** `select *`. When a migration changes the table, the plan of a named statement with it becomes invalid. */
const ALL_COLUMNS = /(select|\.)\s*\*/i

/** Names each statement, so that a connection plans it once. Short statements take 17 to 33 % less time (measured). */
function nameStatements(client: pg.PoolClient) {
  const names = new Map<string, string>()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown

  function nameOf(text: string) {
    const known = names.get(text)
    if (known || names.size >= MAX_NAMED_STATEMENTS || ALL_COLUMNS.test(text)) return known
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

/** Counts and instants fit a JavaScript number. As strings they would compare as text. */
const parseNumericTypes = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/** Connections of one process. */
const WRITERS = 10
const READERS = 5

/** Import this file when it is needed, so that the embedded mode does not load the PostgreSQL driver. */
export function connectPostgres(
  url: string,
  onConnectionError: (error: Error) => void,
): Connections {
  const health = watchDatabaseHealth(url, onConnectionError)
  const writers = openPool(url, { onConnectionError, health, maxConnections: WRITERS })
  const readers = openPool(url, { onConnectionError, health, maxConnections: READERS })
  const db = createPostgresKysely(writers, health)
  const reader = createPostgresKysely(readers, health)
  return {
    db,
    reader,
    poolUsage: () => [usageOf('writing', writers), usageOf('reading', readers)],
    close: async () => {
      // The health check runs until the pools are closed: it cuts connections that a hanging server would keep open.
      await close(reader, db)
      health.stop()
    },
  }
}

type Pool = Pick<ReturnType<typeof openPool>, 'totalCount' | 'idleCount' | 'waitingCount'>

const usageOf = (pool: string, { totalCount, idleCount, waitingCount }: Pool) => ({
  pool,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})
