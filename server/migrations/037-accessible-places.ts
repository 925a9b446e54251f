import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * Places for wheelchairs and companions. They are protected until some time before the start; `access_released` marks the showtimes whose
 * viewers have been told that they are not any more. The last index finds the others.
 */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table places add column access text check (access in ('wheelchair', 'companion'))`,
    sql`create index accessible_places on places (screen_id) where access is not null`,
    sql`alter table showtimes add column access_released integer not null default 0 check (access_released in (0, 1))`,
    sql`create index showtimes_with_protected_places on showtimes (starts_at) where access_released = 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}
