import { sql } from 'kysely'
import { byDatabase } from '../../src/database/dialect.ts'
import type { Db } from '../../src/database/schema.ts'

/**
 * The ledger, and the triggers that guard it. A booking is inserted with its payment, also by hand; house seats (channel `house`) are
 * not paid. No row is ever updated or deleted.
 */
export const payments = (db: Db) => [
  sql`create table payments (
    booking_id text not null,
    number integer not null,
    kind text not null check (kind in ('payment', 'refund')),
    amount bigint not null check (amount >= 0),
    reason text,
    device_id text,
    at bigint not null,
    primary key (booking_id, number)
  )`,
  ...byDatabase(db, { sqlite: SQLITE_TRIGGERS, postgres: POSTGRES_TRIGGERS }),
]

const SQLITE_TRIGGERS = [
  sql`create trigger payment_of_a_booking after insert on bookings when new.channel <> 'house' begin
     insert into payments (booking_id, number, kind, amount, reason, device_id, at)
     values (new.id, 1, 'payment', new.total_cost, null, new.device_id, new.created_at);
   end`,
  sql`create trigger payments_no_update before update on payments begin
     select raise(abort, 'payments are only added');
   end`,
  sql`create trigger payments_no_delete before delete on payments begin
     select raise(abort, 'payments are only added');
   end`,
]

/** Each runs once for all rows of a statement: the orders of a batch are one statement. */
const POSTGRES_TRIGGERS = [
  sql`create function insert_payments() returns trigger language plpgsql as $$ begin
     insert into payments (booking_id, number, kind, amount, reason, device_id, at)
     select id, 1, 'payment', total_cost, null, device_id, created_at from inserted
      where channel <> 'house';
     return null;
   end $$`,
  sql`create trigger payment_of_a_booking after insert on bookings referencing new table as inserted
     for each statement execute function insert_payments()`,
  sql`create function refuse_payment_changes() returns trigger language plpgsql as $$ begin
     raise exception 'payments are only added';
   end $$`,
  sql`create trigger payments_no_change before update or delete or truncate on payments
     for each statement execute function refuse_payment_changes()`,
]
