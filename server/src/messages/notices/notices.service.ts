import type { listNotices as listCall, NoticeKind } from '@marquee/contract/accounts/notices'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db } from '#src/database/schema.ts'
import { awaitAll, inTransaction } from '#src/database/transaction.ts'
import { notFound } from '#src/errors.ts'
import * as notices from './notices.sql.ts'

/** The latest notices that an account sees. */
const MAX_NOTICES = 50

export interface NewNotice {
  /** Null for a booking without an account: no notice is written. */
  userId: string | null
  kind: NoticeKind
  /** One short sentence without a full stop. */
  title: string
  text: string
  /** The path of the page that shows more. */
  link?: string
}

/**
 * Writes a notice for an account, in the transaction of its event. The caller emits `noticesChanged` with the id of the user after the
 * commit.
 */
export const addNotice = (tx: Db, notice: NewNotice) => addNotices(tx, [notice])

/** Writes notices for several accounts. An account keeps those that it can see. Sends all statements before it waits. Otherwise as `addNotice`. */
export function addNotices(tx: Db, added: readonly NewNotice[]) {
  const rows = added.flatMap(({ userId, kind, title, text, link }) =>
    userId === null
      ? []
      : { id: newId(), user_id: userId, kind, title, body: text, link: link ?? null },
  )
  const userIds = new Set(rows.map(({ user_id }) => user_id))
  const statements = [
    () => notices.insertNotices(tx, rows),
    () => notices.deleteEarlierNotices(tx, [...userIds], MAX_NOTICES),
  ]
  return awaitAll<unknown[]>(rows.length > 0 ? statements : [])
}

/** Returns the latest notices of a user, the newest first. */
export async function listNotices(
  { reader }: Context,
  userId: string,
): Promise<ResponseBody<typeof listCall>> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    notices.selectNotices(reader, userId, MAX_NOTICES),
    notices.countUnread(reader, userId, MAX_NOTICES),
  ])
  return {
    notices: rows.map(({ id, kind, title, body, link, created_at, read_at }) => ({
      _id: id,
      kind,
      title,
      text: body,
      link,
      createdAt: formatInstant(created_at),
      readAt: read_at === null ? null : formatInstant(read_at),
    })),
    unread: counts[0]?.count ?? 0,
  }
}

/** Marks a notice as read. Throws NOT_FOUND, also for a notice of another user. */
export async function readNotice(ctx: Context, userId: string, noticeId: string) {
  const { rows } = await notices.findNotice(ctx.reader, userId, noticeId)
  if (rows.length === 0) throw notFound('That notice does not exist.')
  await inTransaction(ctx.db, { durable: false }, (tx) => notices.markRead(tx, userId, noticeId))
  ctx.events.emit('noticesChanged', userId)
}

/** Marks all notices of a user as read. */
export async function readAllNotices(ctx: Context, userId: string) {
  await inTransaction(ctx.db, { durable: false }, (tx) => notices.markAllRead(tx, userId))
  ctx.events.emit('noticesChanged', userId)
}
