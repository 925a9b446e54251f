import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { Schema } from '../schema.ts'
import type { WriteMonitor } from './write-monitor.ts'

// Sends the statements of a transaction without waiting for the results. Measured on holds per second: pipelining adds 16 to 100 %.
// Sending the statements in one packet adds 22 % with 500 clients and 31 % during sign-ins (docs/performance.md).

/** One PostgreSQL connection. Its statements are sent at once; the results arrive in the same order. */
export interface PipelinedConnection {
  db: Kysely<Schema>
  release: () => void
  /** Closes the connection. The pool opens another one. */
  destroy: () => void
}

/** A database whose transactions run over pipelined connections. */
export type PipelinedDatabase = Kysely<Schema> & {
  acquirePipelined: () => Promise<PipelinedConnection>
  writes: WriteMonitor
}

export const isPipelined = (db: Kysely<Schema>): db is PipelinedDatabase => 'acquirePipelined' in db

/** Creates a Kysely instance for one client. Over a connection of Kysely itself, each statement waits for the one before. */
export const createPipelinedConnection = (client: PoolClient): PipelinedConnection => ({
  db: new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createSingleConnectionPool(client) }),
  }),
  release: () => client.release(),
  // Not with `end`, which waits for the answers of the server.
  destroy: () => streamOf(client).destroy(),
})

function createSingleConnectionPool(client: PoolClient): PostgresPool {
  const send = createPacketBatcher(client)
  let isInTransaction = false
  const query = async (text: string, values: unknown[]) => {
    if (text.startsWith('begin')) isInTransaction = true
    else if (!isInTransaction && text !== 'rollback')
      throw new Error('This statement was sent after the commit of its transaction')
    if (text === 'commit') isInTransaction = false
    const result = await send(text, values)
    // PostgreSQL responds to the commit of a failed transaction with a rollback, not with an error.
    if (text === 'commit' && result.command === 'ROLLBACK')
      throw new Error('transaction rolled back')
    return result
  }
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
  return { connect: async () => connection, end: async () => undefined, options: {} }
}

const streamOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Sends the statements of one turn of the event loop in one packet, because each packet wakes the server. */
function createPacketBatcher(client: PoolClient) {
  const stream = streamOf(client)
  let isCorked = false
  const uncork = () => {
    isCorked = false
    stream.uncork()
  }
  return (text: string, values: unknown[]) => {
    if (!isCorked) {
      isCorked = true
      stream.cork()
      process.nextTick(uncork)
    }
    return client.query(text, values)
  }
}
