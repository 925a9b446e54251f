import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Whether the database is SQLite. Only this folder may ask. */
export const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter
