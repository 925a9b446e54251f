import { forgetStatistics } from '../src/database/dialect.ts'
import type { Db } from '../src/database/schema.ts'

/** Kept from days with few bookings, they had all bookings gone through for each new one. */
export const up = (db: Db) => forgetStatistics(db)
