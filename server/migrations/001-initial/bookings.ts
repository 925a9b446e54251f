import { sql } from 'kysely'
import { phoneKey } from '../../src/database/dialect.ts'
import type { Db } from '../../src/database/schema.ts'

/** Bookings with their places, and what has become of them. */
export const bookings = (db: Db) => [
  // An account or a device uses each idempotency key once.
  sql`create table bookings (
    id text primary key,
    reference text not null unique,
    user_id text references users (id) on delete set null,
    showtime_id text not null,
    phone text,
    total_cost integer not null check (total_cost > 0),
    payment_status text not null,
    payment_method text not null default 'online'
      check (payment_method in ('online', 'cash', 'card', 'complimentary', 'voucher', 'none')),
    voucher_id text,
    voucher_amount integer not null default 0 check (voucher_amount >= 0 and voucher_amount <= total_cost),
    channel text not null default 'web' check (channel in ('web', 'counter', 'house')),
    device_id text,
    person_id text,
    shift_id text,
    issue integer not null default 1,
    cancelled_by text,
    full_refund_until bigint,
    refund_cap integer,
    exchange_fees integer not null default 0,
    created_at bigint not null,
    idempotency_key text,
    request_hash text not null,
    contact_name text,
    contact_email text,
    house_reason text,
    house_until bigint,
    house_ended_at bigint,
    unique (user_id, idempotency_key),
    check ((voucher_id is null) = (voucher_amount = 0)),
    check ((payment_method = 'voucher') = (voucher_amount = total_cost))
  )`,
  sql`create unique index bookings_of_a_device on bookings (device_id, idempotency_key)
    where idempotency_key is not null and device_id is not null`,
  // The housekeeping clears old phone numbers, names and emails.
  sql`create index bookings_with_contact on bookings (created_at)
    where coalesce(phone, contact_name, contact_email) is not null`,
  // Staff finds a booking by the digits of its phone number.
  sql`create index bookings_by_phone on bookings ((${phoneKey(db, sql`phone`)})) where phone is not null`,
  sql`create index bookings_by_contact_email on bookings (contact_email) where contact_email is not null`,
  sql`create index bookings_of_the_house on bookings (showtime_id) where channel = 'house' and house_ended_at is null`,
  sql`create index bookings_by_house_until on bookings (house_until)
    where house_until is not null and house_ended_at is null`,

  sql`create table booking_places (
    booking_id text not null,
    place_id text not null,
    price integer not null check (price > 0),
    vehicle_number text,
    primary key (booking_id, place_id)
  )`,
  sql`create index booking_places_with_vehicle on booking_places (booking_id) where vehicle_number is not null`,
  sql`create index booking_places_by_vehicle on booking_places (vehicle_number) where vehicle_number is not null`,

  // A place can be cancelled, booked again by an exchange, and cancelled again.
  sql`create table cancelled_places (
    id text primary key,
    booking_id text not null,
    showtime_id text not null,
    place_id text not null,
    price bigint not null,
    refund bigint not null check (refund >= 0 and refund <= price),
    at bigint not null
  )`,
  sql`create index cancelled_places_of_a_booking on cancelled_places (booking_id)`,
  sql`create index cancelled_places_of_a_showtime on cancelled_places (showtime_id)`,

  sql`create table booking_changes (
    booking_id text not null,
    key_hash text not null,
    request_hash text not null,
    at bigint not null,
    primary key (booking_id, key_hash)
  )`,

  sql`create table booking_notes (
    id text primary key,
    booking_id text not null references bookings (id),
    device_id text not null,
    at bigint not null,
    content text not null
  )`,
  sql`create index booking_notes_of_a_booking on booking_notes (booking_id, at)`,
]
