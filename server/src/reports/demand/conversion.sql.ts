import { sql } from 'kysely'
import type { Db, SelectionCounts } from '#src/database/schema.ts'

export const selectSelectionCounts = (db: Db, { from, to }: { from: string; to: string }) =>
  sql<SelectionCounts & { day: string }>`
    select day, selections, checkouts, bookings, released, expired, abandoned, payment_released, payment_expired, payment_abandoned,
           ended_by_cinema
      from business_days where day >= ${from} and day <= ${to}`.execute(db)
