import type { Db } from '../src/database/schema.ts'

/** Each readiness check adds a row and deletes it again. */
export const up = (db: Db) =>
  db.schema
    .createTable('readiness_checks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute()
