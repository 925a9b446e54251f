import { sql } from 'kysely'
import { lockRows } from '../../src/database/locks.ts'
import type { Db } from '../../src/database/schema.ts'

const among = (ids: readonly string[]) => sql.join(ids)

/** Locks showtimes as a command of another node does, until the transaction ends. */
export const lockShowtimes = (tx: Db, ids: readonly string[]) =>
  sql`select id from showtimes where id in (${among(ids)}) order by id ${lockRows(tx, 'showtimes')}`.execute(
    tx,
  )

/** Locks showtimes and gives them new versions, as a command of another node that changes them does. */
export async function changeShowtimes(tx: Db, ids: readonly string[]) {
  await lockShowtimes(tx, ids)
  await sql`
    update showtimes set version = ${crypto.randomUUID()}, rev = rev + 1 where id in (${among(ids)})`.execute(
    tx,
  )
}
