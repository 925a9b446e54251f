import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/**
 * A selection is a row: its deadline, its account and its address stand once, not on each of its places. Holds are short-lived, so those
 * that exist end here. The version of a showtime is random with each change.
 */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table showtimes add column version text not null default ''`,
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
    ...keyIndexes('selections'),
    sql`create table selection_friends_2 (
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
    sql`drop table selection_friends`,
    sql`drop table shared_selections`,
    sql`alter table selection_friends_2 rename to selection_friends`,
    sql`create index selection_friends_by_id on selection_friends (friend)`,
    sql`create index selection_friends_of_a_holder on selection_friends (holder, showtime_id)`,
    ...keyIndexes('selection_friends'),
    sql`create table sold_claims as
        select showtime_id, place_id, booking_id, account, mailbox, address, confirmed_address, sold_at from claims where booking_id is not null`,
    sql`drop table claims`,
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
    sql`insert into claims (showtime_id, place_id, booking_id, account, mailbox, address, confirmed_address, sold_at)
        select showtime_id, place_id, booking_id, account, mailbox, address, confirmed_address, sold_at from sold_claims`,
    sql`drop table sold_claims`,
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
    sql`drop table retake_blocks`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** The limits count by these keys; the jobs look for visitors who are gone. */
const keyIndexes = (table: 'selections' | 'selection_friends') => [
  sql`create index ${sql.id(`${table}_by_last_seen`)} on ${sql.table(table)} (seen_at)
       where seen_at is not null and (checkout_at is null or account is null)`,
  ...(['account', 'mailbox', 'address', 'confirmed_address'] as const).map(
    (column) =>
      sql`create index ${sql.id(`${table}_by_${column}`)} on ${sql.table(table)} (${sql.ref(column)}) where ${sql.ref(column)} is not null`,
  ),
]
