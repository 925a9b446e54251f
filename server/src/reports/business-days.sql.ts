import { sql } from 'kysely'
import type { BusinessDayRow, Db } from '../database/schema.ts'

export type DayEnd = Pick<BusinessDayRow, 'day' | 'ends_at' | 'totals_at'>

/** The ends of days that are stored, from one day to another one, both inclusive. */
export const selectDayEnds = (db: Db, from: string, to: string) =>
  sql<DayEnd>`
    select day, ends_at, totals_at from business_days where day >= ${from} and day <= ${to}`.execute(
    db,
  )

export const selectLastDayWithTotals = (db: Db) =>
  sql<{ day: string | null }>`
    select max(day) as day from business_days where totals_at is not null`.execute(db)

/** When the first row of the ledger was written. */
export const selectFirstPayment = (db: Db) =>
  sql<{ at: number | null }>`select min(at) as at from payments`.execute(db)
