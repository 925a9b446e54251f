import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Only this folder asks which database it is. */
export const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter
