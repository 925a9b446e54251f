import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Uploaded profile pictures as WebP in base64: the same on both databases, and on all nodes. */
export async function up(db: Kysely<Schema>) {
  await sql`create table profile_pictures (
    user_id text primary key references users (id) on delete cascade,
    path text not null,
    content text not null
  )`.execute(db)
  await sql`create index profile_pictures_by_path on profile_pictures (path)`.execute(db)
}
