import { mkdirSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { databaseIn, openReader, openWriter } from './sqlite.ts'

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
  const path = databaseIn(dataDir)
  const db = openWriter({ path, now })
  const reader = openReader({ path, now })
  return {
    db,
    reader,
    close: () => close(reader, db),
  }
}

export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const db = openPostgres(url, { onLost, connections: WRITERS })
  const reader = openPostgres(url, { onLost, connections: READERS })
  return { db, reader, close: () => close(reader, db) }
}

async function close(...connections: Kysely<Schema>[]) {
  for (const one of connections) await one.destroy()
}
