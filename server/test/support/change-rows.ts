import type { Context } from '../../src/context.ts'
import type { Db } from '../../src/database/schema.ts'

/**
 * Changes rows of a showtime with statements of a test. As after a change of another node, the showtime has a new version and a new
 * revision, and this node reads it again.
 */
export async function changeRows(
  { db, showtimes }: Pick<Context, 'db' | 'showtimes'>,
  showtimeId: string,
  change: (db: Db) => Promise<unknown>,
) {
  await change(db)
  await db
    .updateTable('showtimes')
    .set(({ eb }) => ({ version: crypto.randomUUID(), rev: eb('rev', '+', 1) }))
    .where('id', '=', showtimeId)
    .execute()
  showtimes.invalidate(showtimeId)
}
