import type { Db } from '../src/database/schema.ts'

/** Each node finds expired holds by itself and needs no messages of other nodes. */
export const up = (db: Db) => db.schema.dropTable('notices').ifExists().execute()
