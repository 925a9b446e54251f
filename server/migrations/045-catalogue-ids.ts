import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** The ids of the catalogue file, so that something keeps its bookings when its name changes in the file. */
export async function up(db: Kysely<Schema>) {
  await sql`create table catalogue_ids (
    kind text not null check (kind in ('screen', 'row', 'movie', 'daily')),
    file_id text not null,
    stored_id text not null,
    primary key (kind, file_id)
  )`.execute(db)
}
