import { type RawBuilder, sql } from 'kysely'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import type { Db } from '#src/database/schema.ts'
import { findChangeViolations } from './change-assertions.ts'
import type { OperationLog, Rule, Violation } from './operation-log.ts'

const RULES: [Rule, RawBuilder<{ detail: string }>][] = [
  [
    'a pass is admitted once',
    sql`select booking_id || ' has admitted ' || sum(count) as detail from admissions
         group by booking_id
        having sum(count) > (select count(*) from booking_places join places on places.id = place_id
                              where booking_places.booking_id = admissions.booking_id and kind = 'seat')
                          + (select count(*) from cancelled_places join places on places.id = place_id
                              where cancelled_places.booking_id = admissions.booking_id and kind = 'seat'
                                and at >= min(received_at))`,
  ],
  [
    'the audit is complete',
    sql`select bookings.id || ' of ' || channel || ' is not in the audit' as detail from bookings
         where channel = 'counter' and not exists (
           select 1 from audit where subject_id = bookings.id and action = 'booking.sell')
            or channel = 'house' and not exists (
           select 1 from audit where subject_id = showtime_id and action = 'places.block' and state_after like '%' || bookings.id || '%')`,
  ],
  [
    'the audit is complete',
    sql`select 'admissions and their audit differ' as detail
         where (select count(*) from admissions)
            <> (select count(*) from audit where action in ('admission.admit', 'admission.undo'))`,
  ],
  [
    'one booking per idempotency key',
    sql`select device_id || ' sold ' || count(*) || ' times with one key' as detail from bookings
         where device_id is not null and idempotency_key is not null
         group by device_id, idempotency_key having count(*) > 1`,
  ],
]

/** Compares what the office did with the log and with its audit. */
export async function findOfficeViolations(db: Db, log: OperationLog): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [rule, query] of RULES) {
    const { rows } = await query.execute(db)
    found.push(...rows.map(({ detail }) => ({ rule, detail })))
  }
  return [
    ...found,
    ...(await findWrongTakings(db)),
    ...(await findChangeViolations(db, log)),
    ...(await findLostSales(db, log)),
    ...(await findUncounted(db, log)),
  ]
}

/** Compares the ledger with the bookings and with the sold places. */
export async function findWrongTakings(db: Db): Promise<Violation[]> {
  const { problems } = await reconcile(db)
  return problems.map(({ rule, reference }) => ({
    rule: 'takings are the bookings',
    detail: `${reference}: ${rule}`,
  }))
}

/** Each acknowledged sale exists. */
async function findLostSales(db: Db, { counterSales }: OperationLog): Promise<Violation[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from bookings where channel = 'counter'`.execute(db)
  const sold = new Set(rows.map(({ reference }) => reference))
  return counterSales
    .filter(({ reference }) => !sold.has(reference))
    .map(({ reference }) => ({
      rule: 'acknowledged bookings exist',
      detail: `${reference} of the counter does not exist`,
    }))
}

/** The doors have told people to come in as often as the database says, or less often when an answer was lost. */
async function findUncounted(db: Db, { admitted }: OperationLog): Promise<Violation[]> {
  const { rows } = await sql<{ reference: string; admitted: number }>`
    select reference, sum(count) as admitted
      from admissions join bookings on bookings.id = booking_id group by reference`.execute(db)
  const stored = new Map(rows.map((row) => [row.reference, Number(row.admitted)]))
  return [...admitted]
    .filter(([reference, count]) => count > (stored.get(reference) ?? 0))
    .map(([reference, count]) => ({
      rule: 'a pass is admitted once',
      detail: `doors admitted ${count} with ${reference}, the database ${stored.get(reference)}`,
    }))
}
