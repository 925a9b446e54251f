import { sql } from 'kysely'
import { clock, idRows, inputRows } from '#src/database/dialect.ts'
import type { Db, NoticeRow } from '#src/database/schema.ts'

type NewNoticeRow = Pick<NoticeRow, 'id' | 'user_id' | 'kind' | 'title' | 'body' | 'link'>

const NEW_NOTICE = {
  id: 'text',
  user_id: 'text',
  kind: 'text',
  title: 'text',
  body: 'text',
  link: 'text',
} as const

export const insertNotices = (db: Db, newNotices: readonly NewNoticeRow[]) =>
  sql`
    insert into notices (id, user_id, kind, title, body, link, created_at)
    select id, user_id, kind, title, body, link, ${clock} from ${inputRows(db, NEW_NOTICE, newNotices)}`.execute(
    db,
  )

/** Deletes all but the latest notices of the users. */
export const deleteEarlierNotices = (db: Db, userIds: readonly string[], kept: number) =>
  sql`
    delete from notices
     where user_id in (select id from ${idRows(db, userIds)})
       and (created_at, id) < (
         select newer.created_at, newer.id from notices as newer
          where newer.user_id = notices.user_id
          order by newer.created_at desc, newer.id desc limit 1 offset ${kept - 1})`.execute(db)

export const selectNotices = (db: Db, userId: string, limit: number) =>
  sql<NoticeRow>`
    select * from notices where user_id = ${userId} order by created_at desc, id desc limit ${limit}`.execute(
    db,
  )

/** Counts the unread ones among the latest notices, which are those that the user can see. */
export const countUnread = (db: Db, userId: string, limit: number) =>
  sql<{ count: number }>`
    select count(*) as count from (
      select read_at from notices where user_id = ${userId} order by created_at desc, id desc limit ${limit}) as latest
     where read_at is null`.execute(db)

export const findNotice = (db: Db, userId: string, id: string) =>
  sql<Pick<NoticeRow, 'id'>>`
    select id from notices where id = ${id} and user_id = ${userId}`.execute(db)

export const markRead = (db: Db, userId: string, id: string) =>
  sql`
    update notices set read_at = ${clock} where id = ${id} and user_id = ${userId} and read_at is null`.execute(
    db,
  )

export const markAllRead = (db: Db, userId: string) =>
  sql`update notices set read_at = ${clock} where user_id = ${userId} and read_at is null`.execute(
    db,
  )
