import { sql } from 'kysely'

/** The limits count by the keys of a visitor; the jobs look for visitors who are gone. */
const visitorIndexes = (table: 'selections' | 'selection_friends') => [
  // A signed-in visitor who pays is never abandoned.
  sql`create index ${sql.ref(`${table}_by_last_seen`)} on ${sql.table(table)} (seen_at)
    where seen_at is not null and (checkout_at is null or account is null)`,
  ...['account', 'mailbox', 'address', 'confirmed_address'].map(
    (key) =>
      sql`create index ${sql.ref(`${table}_by_${key}`)} on ${sql.table(table)} (${sql.ref(key)})
        where ${sql.ref(key)} is not null`,
  ),
]

/** What is held and sold at each showtime. The showtime's row is the lock of all these rows. */
export const SELECTIONS = [
  sql`create table selections (
    showtime_id text not null,
    holder text not null,
    since bigint not null,
    deadline bigint not null,
    link_hash text,
    pays_for_all integer not null default 0 check (pays_for_all in (0, 1)),
    account text,
    mailbox text,
    address text,
    confirmed_address text,
    checkout_at bigint,
    seen_at bigint,
    places integer not null,
    primary key (showtime_id, holder)
  )`,
  sql`create index selections_of_a_holder on selections (holder)`,
  sql`create index selections_by_deadline on selections (deadline)`,
  sql`create unique index selections_by_link on selections (link_hash) where link_hash is not null`,
  ...visitorIndexes('selections'),

  sql`create table selection_friends (
    showtime_id text not null,
    friend text not null,
    holder text not null,
    name text not null,
    account text,
    mailbox text,
    address text,
    confirmed_address text,
    checkout_at bigint,
    seen_at bigint,
    places integer not null,
    primary key (showtime_id, friend)
  )`,
  sql`create index selection_friends_by_id on selection_friends (friend)`,
  sql`create index selection_friends_of_a_holder on selection_friends (holder, showtime_id)`,
  ...visitorIndexes('selection_friends'),

  // The primary key prevents double sales. A claim is held by a selection or sold to a booking, never both.
  sql`create table claims (
    showtime_id text not null,
    place_id text not null,
    holder text,
    chooser text,
    asked_at bigint,
    booking_id text,
    account text,
    mailbox text,
    address text,
    confirmed_address text,
    sold_at bigint,
    primary key (showtime_id, place_id),
    check ((booking_id is null) = (holder is not null and chooser is not null))
  )`,
  sql`create index claims_of_an_account on claims (account, showtime_id) where account is not null`,
  sql`create index claims_of_a_mailbox on claims (mailbox, showtime_id) where mailbox is not null`,
  sql`create index claims_of_an_address on claims (address, showtime_id) where address is not null`,

  sql`create table cool_downs (
    showtime_id text not null,
    place_id text not null,
    holder text not null,
    address text,
    until_at bigint not null,
    primary key (showtime_id, place_id)
  )`,
  sql`create index cool_downs_by_end on cool_downs (until_at)`,
]
