import { sql } from 'kysely'

/** What the cinema tells visitors, what they wait for, and what they ask. */
export const MESSAGES = [
  sql`create table outbox (
    id text primary key,
    kind text not null,
    user_id text,
    booking_id text,
    recipient text not null,
    mail_limit text,
    reply_to text,
    thread text,
    subject text not null,
    body text not null,
    html text,
    created_at bigint not null,
    attempts integer not null default 0,
    attempted_at bigint,
    next_attempt_at bigint not null,
    give_up_at bigint not null,
    sent_at bigint,
    refused_at bigint,
    refusal text
  )`,
  sql`create index outbox_unsent on outbox (next_attempt_at) where sent_at is null`,
  // Accounts take turns by their latest attempts.
  sql`create index outbox_by_attempt on outbox (attempted_at) where attempted_at is not null`,
  sql`create index outbox_of_a_recipient on outbox (recipient, created_at)`,
  sql`create index outbox_of_a_user on outbox (user_id)`,
  sql`create index outbox_of_a_booking on outbox (booking_id) where booking_id is not null`,
  sql`create index outbox_refused on outbox (booking_id) where refused_at is not null`,
  // A booking has one reminder, whichever node writes it.
  sql`create unique index outbox_reminders on outbox (booking_id) where kind = 'reminder'`,

  sql`create table notices (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    title text not null,
    body text not null,
    link text,
    created_at bigint not null,
    read_at bigint
  )`,
  sql`create index notices_of_user on notices (user_id, created_at)`,
  sql`create index notices_by_age on notices (created_at)`,

  sql`create table booking_alerts (
    user_id text not null references users (id) on delete cascade,
    movie_id text not null references movies (id) on delete cascade,
    created_at bigint not null,
    told_at bigint,
    primary key (user_id, movie_id)
  )`,
  sql`create index booking_alerts_to_tell on booking_alerts (movie_id) where told_at is null`,

  sql`create table waiting_entries (
    id text primary key,
    showtime_id text not null references showtimes (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    seats integer not null,
    together integer not null,
    categories text not null,
    until_at bigint,
    joined_at bigint not null,
    state text not null,
    holder text,
    offer_until bigint,
    ended_at bigint
  )`,
  // A user waits once for a show.
  sql`create unique index waiting_entries_of_user on waiting_entries (user_id, showtime_id) where ended_at is null`,
  sql`create index waiting_entries_in_order on waiting_entries (showtime_id, joined_at, id) where ended_at is null`,
  sql`create index waiting_entries_ended on waiting_entries (ended_at) where ended_at is not null`,

  sql`create table enquiries (
    id text primary key,
    kind text not null check (kind in ('question', 'message')),
    name text,
    email text not null,
    body text not null,
    created_at bigint not null,
    state text not null default 'new' check (state in ('new', 'answered', 'closed', 'spam')),
    device_id text,
    answers text not null default '[]'
  )`,
  sql`create index enquiries_by_state on enquiries (state, created_at)`,
]
