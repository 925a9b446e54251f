import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import type { Db, NoticeRow } from '../database/schema.ts'

export type Notice = Omit<NoticeRow, 'said_at'>

export const leave = (db: Db, notices: Notice[]) =>
  db
    .insertInto('notices')
    .values(notices.map((notice) => ({ ...notice, said_at: clock })))
    .execute()

/** What others have said since (database clock, milliseconds), with the clock now; one row without a notice if nothing. */
export const since = (db: Db, node: string, from: number) =>
  sql<{ now: number } & { [K in keyof NoticeRow]: NoticeRow[K] | null }>`
    select ${clock} as now, notices.*
      from (select 1 as one) as always
      left join notices on said_at > ${from} and node <> ${node}`.execute(db)

export const forget = (db: Db, olderThanMs: number) =>
  sql`delete from notices where said_at < ${clock} - ${sql.lit(olderThanMs)}`.execute(db)
