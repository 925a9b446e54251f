import { sql } from 'kysely'
import { byDatabase } from '../../src/database/dialect.ts'
import type { Db } from '../../src/database/schema.ts'

/**
 * The ledger, and the triggers that guard it. A booking is inserted with its payments, also by hand; house seats (channel `house`) are
 * not paid. No row is ever updated or deleted. A refund is paid out at most once: by a unique index.
 */
export const payments = (db: Db) => [
  sql`create table payments (
    booking_id text not null,
    number integer not null,
    kind text not null check (kind in ('payment', 'refund', 'payout')),
    amount bigint not null check (amount >= 0),
    method text not null check (method in ('online', 'cash', 'card', 'complimentary', 'voucher')),
    voucher_id text,
    refund_number integer,
    reason text,
    device_id text,
    person_id text,
    shift_id text,
    at bigint not null,
    primary key (booking_id, number),
    check ((method = 'voucher') = (voucher_id is not null)),
    check ((kind = 'payout') = (refund_number is not null))
  )`,
  sql`create unique index payouts_of_refunds on payments (booking_id, refund_number) where refund_number is not null`,
  // The refunds that the counter pays out.
  sql`create index payments_to_pay_out on payments (at) where kind = 'refund' and method in ('cash', 'card')`,
  sql`create index payments_of_a_shift on payments (shift_id) where shift_id is not null`,
  sql`create index payments_of_a_voucher on payments (voucher_id) where voucher_id is not null`,
  ...byDatabase(db, { sqlite: SQLITE_TRIGGERS, postgres: POSTGRES_TRIGGERS }),
]

/** What a voucher has not paid was paid by the method of the booking. */
const SQLITE_TRIGGERS = [
  sql`create trigger payment_of_a_booking after insert on bookings when new.channel <> 'house' begin
     insert into payments (booking_id, number, kind, amount, method, device_id, person_id, shift_id, at)
     select new.id, 1, 'payment', new.total_cost - new.voucher_amount, new.payment_method, new.device_id, new.person_id,
            new.shift_id, new.created_at
      where new.payment_method <> 'voucher';
     insert into payments (booking_id, number, kind, amount, method, voucher_id, device_id, person_id, shift_id, at)
     select new.id, case new.payment_method when 'voucher' then 1 else 2 end, 'payment', new.voucher_amount, 'voucher',
            new.voucher_id, new.device_id, new.person_id, new.shift_id, new.created_at
      where new.voucher_id is not null;
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
     insert into payments (booking_id, number, kind, amount, method, voucher_id, device_id, person_id, shift_id, at)
     select id, 1, 'payment', total_cost - voucher_amount, payment_method, null, device_id, person_id, shift_id, created_at
       from inserted where channel <> 'house' and payment_method <> 'voucher'
     union all
     select id, case payment_method when 'voucher' then 1 else 2 end, 'payment', voucher_amount, 'voucher', voucher_id,
            device_id, person_id, shift_id, created_at
       from inserted where channel <> 'house' and voucher_id is not null;
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
