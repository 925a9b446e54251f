import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openPostgres } from './postgres.ts'
import { watchPulse } from './pulse.ts'
import type { Schema } from './schema.ts'
import { openReader, openWriter } from './sqlite.ts'

/** Of one process, to PostgreSQL. */
const WRITERS = 10
const READERS = 5

export interface Connections {
  db: Kysely<Schema>
  /** For whoever only looks: connections of its own, so that no crowd that wants to change something is in the way. */
  reader: Kysely<Schema>
  close: () => Promise<void>
}

export function connectEmbedded(dataDir: string, now: () => number = Date.now): Connections {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'marquee.db')
  const db = openWriter({ path, now })
  const reader = openReader({ path, now })
  return {
    db,
    reader,
    close: () => close(reader, db),
  }
}

export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const pulse = watchPulse(url, onLost)
  const db = openPostgres(url, { onLost, pulse, connections: WRITERS })
  const reader = openPostgres(url, { onLost, pulse, connections: READERS })
  return {
    db,
    reader,
    close: async () => {
      // Until the last connection is given back, or a server that hangs would keep us here.
      await close(reader, db)
      pulse.stop()
    },
  }
}

async function close(...connections: Kysely<Schema>[]) {
  for (const one of connections) await one.destroy()
}
