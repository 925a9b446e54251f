import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** One row: the latest time of the database's clock that a node has seen while places were held. An earlier time shows that the clock was set back. */
export async function up(db: Kysely<Schema>) {
  await sql`create table database_clock (
    id integer primary key check (id = 1),
    latest_time bigint not null
  )`.execute(db)
  await sql`insert into database_clock (id, latest_time) values (1, clock_ms())`.execute(db)
}
