import { type Connections, close } from './connect.ts'
import { watchDatabaseHealth } from './database-health.ts'
import { openPool, queriesOver } from './postgres.ts'

/** Connections of one process. */
const WRITERS = 10
const READERS = 5

/** A file of its own, so that the embedded mode does not load the PostgreSQL driver. */
export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const health = watchDatabaseHealth(url, onLost)
  const writers = openPool(url, { onLost, health, connections: WRITERS })
  const readers = openPool(url, { onLost, health, connections: READERS })
  const db = queriesOver(writers, health)
  const reader = queriesOver(readers, health)
  return {
    db,
    reader,
    occupancy: () => [occupancyOf('writing', writers), occupancyOf('reading', readers)],
    close: async () => {
      // The health check runs until the pools are closed: it cuts connections that a hanging server would keep open.
      await close(reader, db)
      health.stop()
    },
  }
}

type Pool = Pick<ReturnType<typeof openPool>, 'totalCount' | 'idleCount' | 'waitingCount'>

const occupancyOf = (pool: string, { totalCount, idleCount, waitingCount }: Pool) => ({
  pool,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})
