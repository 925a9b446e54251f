import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'

/** Rupees that were paid for a row of `bookings` and not refunded. */
export const paidTotal = sql<number>`(
  select coalesce(sum(case kind when 'refund' then -amount else amount end), 0) from payments
   where payments.booking_id = bookings.id)`

/** Rupees that were refunded for a row of `bookings`. */
export const refundTotal = sql<number>`(
  select coalesce(sum(amount), 0) from payments
   where payments.booking_id = bookings.id and kind = 'refund')`

/** The payment status of a row of `bookings` that is not blocked, by the ledger. */
export const paymentStatus = sql<string>`case
  when ${refundTotal} = 0 then 'Paid' when ${paidTotal} > 0 then 'Partly refunded' else 'Refunded' end`

/**
 * Creates the triggers of the ledger. A booking is inserted with its payment, also by a node of an earlier version and by hand. No row of `payments` is
 * ever updated or deleted. Blocked places (channel `house`) are not paid.
 */
export async function createPaymentTriggers(db: Db) {
  for (const statement of isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS)
    await sql.raw(statement).execute(db)
}

/** Copies bookings and payments as they are: the trigger would insert the payments a second time. The transaction locks the table. */
export const disablePaymentTrigger = (db: Db) =>
  sql`alter table bookings disable trigger payment_of_a_booking`.execute(db)

export const enablePaymentTrigger = (db: Db) =>
  sql`alter table bookings enable trigger payment_of_a_booking`.execute(db)

const COLUMNS = 'payments (booking_id, number, kind, amount, reason, device_id, at)'
const REFUSAL = 'payments are only added'

const SQLITE_TRIGGERS = [
  `create trigger payment_of_a_booking after insert on bookings when new.channel <> 'house' begin
     insert into ${COLUMNS} values (new.id, 1, 'payment', new.total_cost, null, new.device_id, new.created_at);
   end`,
  ...['update', 'delete'].map(
    (action) => `create trigger payments_no_${action} before ${action} on payments begin
     select raise(abort, '${REFUSAL}');
   end`,
  ),
]

const POSTGRES_TRIGGERS = [
  `create function insert_payments() returns trigger language plpgsql as $$ begin
     insert into ${COLUMNS}
     select id, 1, 'payment', total_cost, null, device_id, created_at from inserted where channel <> 'house';
     return null;
   end $$`,
  // Once for all rows of a statement: the orders of a batch are one statement.
  `create trigger payment_of_a_booking after insert on bookings referencing new table as inserted
     for each statement execute function insert_payments()`,
  `create function refuse_payment_changes() returns trigger language plpgsql as $$ begin
     raise exception '${REFUSAL}';
   end $$`,
  `create trigger payments_no_change before update or delete or truncate on payments
     for each statement execute function refuse_payment_changes()`,
]
