import { sql } from 'kysely'
import { byDatabase } from '../../src/database/dialect.ts'
import type { Db } from '../../src/database/schema.ts'

/** The people of staff, their shifts at cash drawers, and the vouchers of the cinema. */
export const counter = (db: Db) => [
  sql`create table people (
    id text primary key,
    name text not null,
    scopes text not null,
    pin_hash text,
    created_at bigint not null,
    retired_at bigint
  )`,

  sql`create table shifts (
    id text primary key,
    device_id text not null,
    person_id text,
    opened_at bigint not null,
    opening_float bigint not null check (opening_float >= 0),
    signed_off_at bigint,
    signed_off_by text,
    sales bigint,
    payouts bigint,
    counted bigint check (counted >= 0),
    note text,
    check ((signed_off_at is null) = (counted is null)),
    check ((signed_off_at is null) = (sales is null)),
    check ((signed_off_at is null) = (payouts is null))
  )`,
  sql`create unique index open_shift_of_a_device on shifts (device_id) where signed_off_at is null`,
  sql`create index shifts_by_opening on shifts (opened_at)`,
  ...byDatabase(db, { sqlite: SQLITE_TRIGGERS, postgres: POSTGRES_TRIGGERS }),

  // The last check makes sure that no voucher pays more than it is worth.
  sql`create table vouchers (
    id text primary key,
    code text not null unique,
    amount bigint not null check (amount > 0),
    balance bigint not null check (balance >= 0 and balance <= amount),
    valid_until bigint not null,
    created_at bigint not null,
    device_id text,
    person_id text,
    reason text not null,
    booking_id text,
    payment_number integer,
    check ((booking_id is null) = (payment_number is null))
  )`,
  sql`create index vouchers_of_a_booking on vouchers (booking_id) where booking_id is not null`,
  sql`create index vouchers_by_creation on vouchers (created_at, id)`,
]

/** A shift that is signed off does not change any more. */
const SQLITE_TRIGGERS = [
  sql`create trigger shifts_no_update before update on shifts when old.signed_off_at is not null begin
     select raise(abort, 'a shift that is signed off does not change');
   end`,
  sql`create trigger shifts_no_delete before delete on shifts begin
     select raise(abort, 'shifts are only added');
   end`,
]

const POSTGRES_TRIGGERS = [
  sql`create function refuse_shift_changes() returns trigger language plpgsql as $$ begin
     raise exception 'a shift that is signed off does not change';
   end $$`,
  sql`create trigger shifts_no_update before update on shifts
     for each row when (old.signed_off_at is not null) execute function refuse_shift_changes()`,
  sql`create trigger shifts_no_delete before delete or truncate on shifts
     for each statement execute function refuse_shift_changes()`,
]
