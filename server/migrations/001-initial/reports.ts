import { sql } from 'kysely'

/** What reports are made of, besides the ledger and the bookings. */
export const REPORTS = [
  // Reports of days without totals read the ledger by time.
  sql`create index payments_by_time on payments (at)`,

  sql`create table change_takings (
    id text primary key,
    booking_id text not null,
    at bigint not null,
    showtime_id text not null,
    category text not null,
    method text not null,
    device_id text,
    person_id text,
    gross bigint not null,
    refunds bigint not null,
    tickets integer not null,
    refunded_tickets integer not null,
    prices bigint not null
  )`,
  sql`create index change_takings_of_a_booking on change_takings (booking_id)`,
  sql`create index change_takings_by_time on change_takings (at)`,

  sql`create table business_days (
    day text primary key,
    ends_at bigint,
    totals_at bigint,
    closed_at bigint,
    device_id text,
    person_id text,
    cash text,
    note text,
    selections bigint not null default 0,
    checkouts bigint not null default 0,
    bookings bigint not null default 0,
    released bigint not null default 0,
    expired bigint not null default 0,
    abandoned bigint not null default 0,
    payment_released bigint not null default 0,
    payment_expired bigint not null default 0,
    payment_abandoned bigint not null default 0,
    ended_by_cinema bigint not null default 0
  )`,

  sql`create table daily_takings (
    day text not null,
    showtime_id text not null,
    category text not null,
    channel text not null,
    method text not null,
    device_id text,
    person_id text,
    gross bigint not null,
    refunds bigint not null,
    tickets integer not null,
    refunded_tickets integer not null
  )`,
  sql`create index daily_takings_of_a_day on daily_takings (day)`,
  // Takings by show of a long range are read from this index alone.
  sql`create index daily_takings_of_a_showtime
        on daily_takings (showtime_id, day, tickets, gross, refunds, refunded_tickets)`,
]
