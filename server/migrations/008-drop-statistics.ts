import { deleteStatistics } from '../src/database/dialect.ts'
import type { Db } from '../src/database/schema.ts'

/** Statistics from a nearly empty database made SQLite scan all bookings for each new one. */
export const up = (db: Db) => deleteStatistics(db)
