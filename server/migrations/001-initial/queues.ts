import { sql } from 'kysely'

export const QUEUES = [
  sql`create table queues (
    showtime_id text primary key references showtimes (id) on delete cascade,
    started_at bigint not null,
    opens_at bigint,
    shuffled_at bigint,
    seed text,
    next_number bigint not null,
    sequence bigint not null,
    checked_at bigint not null,
    ended_at bigint
  )`,
  sql`create index queues_ended on queues (ended_at) where ended_at is not null`,

  sql`create table queue_positions (
    id text primary key,
    showtime_id text not null references showtimes (id) on delete cascade,
    visitor text not null,
    user_id text references users (id) on delete cascade,
    mailbox text,
    address text,
    joined_at bigint not null,
    number bigint,
    turn_at bigint,
    turn_until bigint,
    has_held integer not null default 0,
    seen_at bigint,
    mailed_at bigint,
    ended_at bigint,
    changed bigint not null
  )`,
  // One position per visitor and per account.
  sql`create unique index queue_positions_of_visitor on queue_positions (visitor, showtime_id) where ended_at is null`,
  sql`create unique index queue_positions_of_user on queue_positions (user_id, showtime_id) where ended_at is null`,
  sql`create unique index queue_positions_of_mailbox on queue_positions (mailbox, showtime_id) where ended_at is null`,
  sql`create unique index queue_positions_in_order on queue_positions (showtime_id, number) where ended_at is null and turn_at is null`,
  sql`create index queue_positions_with_turn on queue_positions (showtime_id, turn_at) where turn_at is not null`,
  sql`create index queue_positions_of_address on queue_positions (address, showtime_id) where ended_at is null`,
  sql`create index queue_positions_changed on queue_positions (showtime_id, changed)`,
  sql`create index queue_positions_by_user on queue_positions (user_id) where user_id is not null`,
  sql`create index queue_positions_ended on queue_positions (ended_at) where ended_at is not null`,

  sql`create table watcher_counts (
    showtime_id text not null references showtimes (id) on delete cascade,
    node text not null,
    watchers integer not null,
    counted_at bigint not null,
    primary key (showtime_id, node)
  )`,
  sql`create index watcher_counts_by_age on watcher_counts (counted_at)`,
]
