import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Emails are written in the transaction of their event and sent afterwards, so that a crash loses none. */
export async function up(db: Kysely<Schema>) {
  await sql`create table outbox (
    id text primary key,
    kind text not null,
    recipient text not null,
    reply_to text,
    subject text not null,
    body text not null,
    created_at bigint not null,
    attempts integer not null default 0,
    next_attempt_at bigint not null,
    give_up_at bigint not null,
    sent_at bigint
  )`.execute(db)
  await sql`create index outbox_unsent on outbox (next_attempt_at) where sent_at is null`.execute(
    db,
  )
  await sql`create index outbox_of_a_recipient on outbox (recipient, created_at)`.execute(db)
}
