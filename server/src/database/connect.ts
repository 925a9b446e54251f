import { mkdirSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { openPool, queriesOver } from './postgres.ts'
import { watchPulse } from './pulse.ts'
import type { Schema } from './schema.ts'
import { databaseIn, openReader, openWriter } from './sqlite.ts'

/** Of one process, to PostgreSQL. */
const WRITERS = 10
const READERS = 5

/** How much of a pool is in use. */
export interface Occupancy {
  pool: string
  busy: number
  idle: number
  /** Wishes for a connection that are not met yet. */
  waiting: number
}

export interface Connections {
  db: Kysely<Schema>
  /** For whoever only looks: connections of its own, so that no crowd that wants to change something is in the way. */
  reader: Kysely<Schema>
  /** Of its pools; the embedded database has none. */
  occupancy: () => Occupancy[]
  close: () => Promise<void>
}

export function connectEmbedded(dataDir: string, now: () => number = Date.now): Connections {
  mkdirSync(dataDir, { recursive: true })
  const path = databaseIn(dataDir)
  const db = openWriter({ path, now })
  const reader = openReader({ path, now })
  return {
    db,
    reader,
    occupancy: () => [],
    close: () => close(reader, db),
  }
}

export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const pulse = watchPulse(url, onLost)
  const writing = openPool(url, { onLost, pulse, connections: WRITERS })
  const reading = openPool(url, { onLost, pulse, connections: READERS })
  const db = queriesOver(writing, pulse)
  const reader = queriesOver(reading, pulse)
  return {
    db,
    reader,
    occupancy: () => [occupancyOf('writing', writing), occupancyOf('reading', reading)],
    close: async () => {
      // Until the last connection is given back, or a server that hangs would keep us here.
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

async function close(...connections: Kysely<Schema>[]) {
  for (const one of connections) await one.destroy()
}
