import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openReader, openWriter } from './sqlite.ts'

export interface Connections {
  db: Kysely<Schema>
  /** For whoever only looks. With PostgreSQL the same pool. */
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
    close: async () => {
      await reader.destroy()
      await db.destroy()
    },
  }
}

export function connectPostgres(url: string, onLost: (error: Error) => void): Connections {
  const db = openPostgres(url, onLost)
  return { db, reader: db, close: () => db.destroy() }
}
