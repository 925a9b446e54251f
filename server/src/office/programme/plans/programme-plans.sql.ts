import { DAY_MS } from '@marquee/contract/time'
import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import type { Db, PlaceType, ProgrammePlanRow } from '#src/database/schema.ts'

/** Also deletes plans that are older than a day. */
export async function insertPlan(
  db: Db,
  plan: Omit<ProgrammePlanRow, 'planned_at' | 'applied_at'>,
) {
  await sql`delete from programme_plans where planned_at < ${clock} - ${sql.lit(DAY_MS)}`.execute(
    db,
  )
  await sql`
    insert into programme_plans (id, kind, version, content, show_changes, expires_at, planned_at)
    values (${plan.id}, ${plan.kind}, ${plan.version}, ${plan.content}, ${plan.show_changes}, ${plan.expires_at}, ${clock})`.execute(
    db,
  )
}

/** Not one that is older than a day. */
export const selectPlan = (db: Db, kind: ProgrammePlanRow['kind'], id: string) =>
  db
    .selectFrom('programme_plans')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('planned_at', '>=', sql<number>`${clock} - ${sql.lit(DAY_MS)}`)
    .executeTakeFirst()

/** Returns no row if it was applied already. */
export const markApplied = (db: Db, id: string) =>
  sql<{ id: string }>`
    update programme_plans set applied_at = ${clock} where id = ${id} and applied_at is null
    returning id`.execute(db)

export interface SoldPlaceRow {
  showtime_id: string
  reference: string
  kind: PlaceType
  label: string
  /** Rupees that cancelling the show would give back. */
  refund: number
  has_email: number
}

/** The places that are sold at these showtimes, in the order of their bookings. */
export const selectSoldPlaces = (db: Db, showtimeIds: readonly string[]) =>
  sql<SoldPlaceRow>`
    select claims.showtime_id, reference, kind, label,
           case when payment_method = 'complimentary' then 0 else price end as refund,
           case when coalesce(contact_email, users.email) is null then 0 else 1 end as has_email
      from (select id from ${idRows(db, showtimeIds)}) as shows
      join claims on claims.showtime_id = shows.id
      join bookings on bookings.id = claims.booking_id and channel <> 'house'
      join booking_places on booking_places.booking_id = bookings.id and booking_places.place_id = claims.place_id
      join places on places.id = claims.place_id
      left join users on users.id = bookings.user_id
     order by reference, kind, position`.execute(db)
