import { sql } from 'kysely'
import type { Db, SelectionCounts } from '#src/database/schema.ts'

export const selectSelectionCounts = (db: Db, { from, to }: { from: string; to: string }) =>
  sql<SelectionCounts & { day: string }>`
    select day, selections, checkouts, bookings, released, expired, abandoned, payment_released, payment_expired, payment_abandoned,
           ended_by_cinema
      from business_days where day >= ${from} and day <= ${to}`.execute(db)

/** Adds counts to those of a day. */
export function addSelectionCounts(db: Db, day: string, counts: Partial<SelectionCounts>) {
  const names = Object.keys(counts).map((name) => sql.ref(name))
  const sums = names.map((name) => sql`${name} = business_days.${name} + excluded.${name}`)
  return sql`
    insert into business_days (day, ${sql.join(names)}) values (${day}, ${sql.join(Object.values(counts))})
        on conflict (day) do update set ${sql.join(sums)}`.execute(db)
}
