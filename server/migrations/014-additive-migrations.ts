import type { Db } from '../src/database/schema.ts'

/**
 * The names of the applied migrations that earlier versions can work with. Later migrations that only add what earlier versions need not
 * know export `additive = true`.
 */
export const up = (db: Db) =>
  db.schema
    .createTable('additive_migrations')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute()
