import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Finds the shows of any day whose vehicles are still at the valet's post. */
export async function up(db: Kysely<Schema>) {
  await sql`
    create index vehicles_at_the_valet on vehicle_states (showtime_id) where state not in ('expected', 'returned')`.execute(
    db,
  )
}
