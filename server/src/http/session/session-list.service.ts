import type { ListedSession } from '@marquee/contract/accounts/session-list'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { lockUsers } from '#src/database/locks.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { notFound } from '#src/errors.ts'
import type { ActiveSession } from './sessions.service.ts'
import * as sessions from './sessions.sql.ts'

type SessionOfUser = Pick<ActiveSession, 'userId' | 'sessionId'>

/** Returns the active sessions of a user, `sessionId` first, then the last seen. */
export async function listSessions({ reader }: Context, { userId, sessionId }: SessionOfUser) {
  const { rows } = await sessions.selectSessions(reader, userId, sessionId)
  return rows.map(
    (row): ListedSession => ({
      _id: row.id,
      browser: row.browser,
      createdAt: formatInstant(row.created_at),
      lastSeenAt: formatInstant(row.last_seen_at),
      isCurrent: row.is_current === 1,
    }),
  )
}

/** Ends a session of a user, also if it has just ended. Throws NOT_FOUND if the user has no such session. */
export async function endSessionOfUser(ctx: Context, { userId, sessionId }: SessionOfUser) {
  const { rows } = await inTransaction(ctx.db, { durable: true }, (tx) =>
    sessions.endSessionOfUser(tx, userId, sessionId),
  )
  if (rows.length > 0) return
  throw notFound('This device is not signed in any more.')
}

/** Ends all sessions of a user, also the one of a sign-in that is being written. */
export async function endAllSessions(ctx: Context, userId: string) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await lockUsers(tx, [userId])
    await sessions.markSessionsOfUserEnded(tx, userId)
  })
}
