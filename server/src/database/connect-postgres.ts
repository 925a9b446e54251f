import { type Connections, close } from './connect.ts'
import { watchDatabaseHealth } from './database-health.ts'
import { openPool, queriesOver } from './postgres.ts'

/** Of one process. */
const WRITERS = 10
const READERS = 5

/** Apart from the embedded database, which has no use for the driver and the memory that it takes. */
export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const pulse = watchDatabaseHealth(url, onLost)
  const writing = openPool(url, { onLost, pulse, connections: WRITERS })
  const reading = openPool(url, { onLost, pulse, connections: READERS })
  const db = queriesOver(writing, pulse)
  const reader = queriesOver(reading, pulse)
  return {
    db,
    reader,
    occupancy: () => [occupancyOf('writing', writing), occupancyOf('reading', reading)],
    close: async () => {
      // It goes on until the last connection is given back, or a server that hangs would keep us here.
      await close(reader, db)
      pulse.stop()
    },
  }
}

const occupancyOf = (pool: string, { totalCount, idleCount, waitingCount }: Counts) => ({
  pool,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})
type Counts = Pick<ReturnType<typeof openPool>, 'totalCount' | 'idleCount' | 'waitingCount'>
