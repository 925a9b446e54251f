import { mkdirSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { databasePath, openReader, openWriter } from './sqlite.ts'

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
  const path = databasePath(dataDir)
  const db = openWriter({ path, now })
  const reader = openReader({ path, now })
  return {
    db,
    reader,
    occupancy: () => [],
    close: () => close(reader, db),
  }
}

export async function close(...connections: Kysely<Schema>[]) {
  for (const one of connections) await one.destroy()
}
