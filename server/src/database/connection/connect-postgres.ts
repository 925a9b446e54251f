import { type Connections, close } from './connect.ts'
import { watchDatabaseHealth } from './database-health.ts'
import { createPostgresKysely, openPool } from './postgres.ts'

/** Connections of one process. */
const WRITERS = 10
const READERS = 5

/** A separate file, so that the embedded mode does not load the PostgreSQL driver. */
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
