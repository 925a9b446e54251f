import { SqliteAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Which of the two it is. Nothing outside this folder asks. */
export const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter
