import { type Kysely, sql } from 'kysely'
import { createClock } from '../src/database/dialect.ts'
import type { Schema } from '../src/database/schema.ts'

export async function up(db: Kysely<Schema>) {
  await createClock(db)
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS = [
  sql`create table screens (
    id text primary key,
    name text not null unique
  )`,

  sql`create table places (
    id text primary key,
    screen_id text not null references screens (id),
    kind text not null check (kind in ('seat', 'twoWheeler', 'fourWheeler')),
    label text not null,
    category text check ((category is not null) = (kind = 'seat')),
    position integer not null,
    retired integer not null default 0 check (retired in (0, 1)),
    unique (screen_id, kind, label)
  )`,

  sql`create table movies (
    id text primary key,
    name text not null unique,
    genre text not null,
    cast_names text not null,
    summary text not null,
    ratings double precision not null,
    votes integer not null,
    language text not null,
    duration integer not null check (duration > 0),
    rating text not null,
    image_url text not null,
    poster text,
    image text,
    screen_text text,
    timing_text text,
    position integer not null,
    retired integer not null default 0 check (retired in (0, 1))
  )`,

  sql`create table showtimes (
    id text primary key,
    movie_id text not null references movies (id),
    screen_id text not null references screens (id),
    starts_at bigint not null,
    cutoff_minutes integer check (cutoff_minutes >= 0),
    rev bigint not null default 0,
    unique (screen_id, starts_at)
  )`,
  sql`create index showtimes_of_a_movie on showtimes (movie_id, starts_at)`,

  sql`create table users (
    id text primary key,
    username text not null,
    email text not null unique check (email = lower(email)),
    password_hash text,
    phone text,
    phone_verified integer not null default 0 check (phone_verified in (0, 1)),
    picture text,
    created_at bigint not null
  )`,

  sql`create table identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    primary key (issuer, subject)
  )`,

  sql`create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    ended_at bigint
  )`,
  sql`create index sessions_of_a_user on sessions (user_id)`,

  sql`create table refresh_tokens (
    hash text primary key,
    session_id text not null references sessions (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  sql`create index refresh_tokens_of_a_session on refresh_tokens (session_id)`,

  sql`create table bookings (
    id text primary key,
    reference text not null unique,
    user_id text references users (id) on delete set null,
    showtime_id text not null references showtimes (id),
    phone text,
    total_cost integer not null check (total_cost > 0),
    payment_status text not null,
    created_at bigint not null,
    idempotency_key text,
    request_hash text not null,
    unique (user_id, idempotency_key)
  )`,

  sql`create table booking_places (
    booking_id text not null references bookings (id),
    place_id text not null references places (id),
    price integer not null check (price > 0),
    vehicle_number text,
    primary key (booking_id, place_id)
  )`,

  // One row is the right of one holder or booking to one place at one showtime. The primary key prevents double sales.
  sql`create table claims (
    showtime_id text not null references showtimes (id),
    place_id text not null references places (id),
    holder text,
    held_since bigint,
    held_until bigint,
    checkout_at bigint,
    booking_id text references bookings (id),
    primary key (showtime_id, place_id),
    check ((booking_id is null) = (holder is not null and held_since is not null and held_until is not null))
  )`,
  // Holds only. Sales do not enlarge the index, and extending a hold does not change it.
  sql`create index claims_held on claims (holder, showtime_id) where booking_id is null`,

  sql`create table enquiries (
    id text primary key,
    kind text not null check (kind in ('question', 'message')),
    name text,
    email text not null,
    body text not null,
    created_at bigint not null
  )`,
]
