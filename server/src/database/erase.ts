import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Database } from './transaction.ts'

/**
 * Removes deleted rows from the write-ahead log of SQLite; in the database file, secure_delete has overwritten them. PostgreSQL removes them by
 * itself (autovacuum).
 */
export async function eraseDeletedRows(db: Database) {
  if (isSqlite(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
