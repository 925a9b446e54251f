import { sql } from 'kysely'

/** Users, how they sign in, and on which devices they are signed in. What belongs to a user is deleted with the user. */
export const ACCOUNTS = [
  sql`create table users (
    id text primary key,
    username text not null,
    email text not null unique check (email = lower(email)),
    email_confirmed_at bigint,
    password_hash text,
    phone text,
    phone_verified integer not null default 0 check (phone_verified in (0, 1)),
    picture text,
    reminders_off integer not null default 0 check (reminders_off in (0, 1)),
    created_at bigint not null
  )`,

  sql`create table identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    primary key (issuer, subject)
  )`,
  sql`create index identities_of_a_user on identities (user_id)`,

  sql`create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    visitor_hash text not null,
    browser text,
    created_at bigint not null,
    last_seen_at bigint not null,
    ended_at bigint
  )`,
  sql`create index sessions_of_a_user on sessions (user_id)`,

  sql`create table refresh_tokens (
    hash text primary key,
    session_id text not null references sessions (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    access_hash text not null unique,
    access_expires_at bigint not null
  )`,
  sql`create index refresh_tokens_of_a_session on refresh_tokens (session_id)`,

  sql`create table email_tokens (
    hash text primary key,
    purpose text not null check (purpose in ('confirm', 'reset')),
    user_id text not null references users (id) on delete cascade,
    email text not null,
    expires_at bigint not null
  )`,
  sql`create index email_tokens_of_a_user on email_tokens (user_id)`,

  sql`create table phone_codes (
    user_id text primary key references users (id) on delete cascade,
    code_hash text not null,
    expires_at bigint not null,
    attempts integer not null
  )`,

  sql`create table profile_pictures (
    user_id text primary key references users (id) on delete cascade,
    path text not null,
    content text not null
  )`,
  sql`create index profile_pictures_by_path on profile_pictures (path)`,

  // The primary key ensures that each value is used once.
  sql`create table used_nonces (
    hash text primary key,
    expires_at bigint not null
  )`,
  sql`create index used_nonces_by_end on used_nonces (expires_at)`,
]
