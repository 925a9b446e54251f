import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import { lockRows } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'

/** Locks the user until the transaction ends. Returns no row if the password hash has changed. */
export const lockUserWithPassword = (db: Db, userId: string, passwordHash: string) =>
  sql<{ id: string }>`
    select id from users where id = ${userId} and password_hash = ${passwordHash} ${lockRows(db, 'users')}`.execute(
    db,
  )

interface NewSession {
  sessionId: string
  userId: string
  visitorHash: string
  browser: string | null
}

export const insertSession = (db: Db, { sessionId, userId, visitorHash, browser }: NewSession) =>
  sql`
    insert into sessions (id, user_id, created_at, visitor_hash, browser, last_seen_at)
    values (${sessionId}, ${userId}, ${clock}, ${visitorHash}, ${browser}, ${clock})`.execute(db)

/** Called by a renewal, which has locked the refresh token before. */
export const recordRenewal = (db: Db, sessionId: string) =>
  sql`update sessions set last_seen_at = ${clock} where id = ${sessionId}`.execute(db)

interface NewTokens {
  sessionId: string
  hash: string
  lifetimeMs: number
  accessHash: string
  accessLifetimeMs: number
}

/** Does nothing if the tokens exist: a refresh token that is used twice leads to the same tokens. */
export const insertTokens = (db: Db, tokens: NewTokens) =>
  sql`
    insert into refresh_tokens (hash, session_id, created_at, expires_at, access_hash, access_expires_at)
    values (${tokens.hash}, ${tokens.sessionId}, ${clock}, ${clock} + ${tokens.lifetimeMs},
            ${tokens.accessHash}, ${clock} + ${tokens.accessLifetimeMs})
    on conflict (hash) do nothing`.execute(db)

/** Returns a row for the first use only, even when several requests use the token at once. */
export const markTokenUsed = (db: Db, hash: string) =>
  sql<{ session_id: string }>`
    update refresh_tokens set used_at = ${clock}
     where hash = ${hash} and used_at is null
    returning session_id`.execute(db)

interface FoundToken {
  session_id: string
  user_id: string
  ended_at: number | null
  expires_at: number
  used_at: number | null
  visitor_hash: string
  now: number
}

export const findToken = (db: Db, hash: string) =>
  sql<FoundToken>`
    select session_id, user_id, ended_at, expires_at, used_at, visitor_hash, ${clock} as now
      from refresh_tokens join sessions on sessions.id = session_id
     where hash = ${hash}`.execute(db)

export const findActiveSessions = (db: Db, accessHashes: readonly string[]) =>
  sql<{
    access_hash: string
    session_id: string
    user_id: string
    email: string
    is_confirmed: number
  }>`
    select access_hash, session_id, sessions.user_id, email,
           case when email_confirmed_at is null then 0 else 1 end as is_confirmed
      from ${idRows(db, accessHashes)} cross join refresh_tokens cross join sessions cross join users
     where access_hash = wanted.id and access_expires_at > ${clock}
       and sessions.id = session_id and ended_at is null and users.id = sessions.user_id`.execute(
    db,
  )

interface ListedSessionRow {
  id: string
  browser: string | null
  created_at: number
  last_seen_at: number
  is_current: number
}

/** The sessions of a user that can still be renewed. `sessionId` is the current one. */
export const selectSessions = (db: Db, userId: string, sessionId: string) =>
  sql<ListedSessionRow>`
    select id, browser, created_at, last_seen_at,
           case when id = ${sessionId} then 1 else 0 end as is_current
      from sessions
     where user_id = ${userId} and ended_at is null and exists (
       select 1 from refresh_tokens where session_id = sessions.id and expires_at > ${clock})
     order by is_current desc, last_seen_at desc, id`.execute(db)

/** Returns no row if the user has no such session. An ended session keeps the time of its end. */
export const endSessionOfUser = (db: Db, userId: string, sessionId: string) =>
  sql<{ id: string }>`
    update sessions set ended_at = coalesce(ended_at, ${clock})
     where id = ${sessionId} and user_id = ${userId}
    returning id`.execute(db)

/** Returns a row if the session started less than `periodMs` ago. */
export const findRecentSession = (db: Db, id: string, periodMs: number) =>
  sql<{ id: string }>`
    select id from sessions where id = ${id} and created_at > ${clock} - ${periodMs}`.execute(db)

/** Returns the sessions that have ended or were deleted with their account. */
export const findEndedSessions = (db: Db, ids: readonly string[]) =>
  sql<{ id: string }>`
    select wanted.id
      from ${idRows(db, ids)} left join sessions on sessions.id = wanted.id and ended_at is null
     where sessions.id is null`.execute(db)

export const markSessionEnded = (db: Db, sessionId: string) =>
  sql`update sessions set ended_at = ${clock} where id = ${sessionId} and ended_at is null`.execute(
    db,
  )

export const endSessionOfToken = (db: Db, hash: string) =>
  sql`
    update sessions set ended_at = ${clock}
     where id = (select session_id from refresh_tokens where hash = ${hash})
       and ended_at is null`.execute(db)

export const markSessionsOfUserEnded = (db: Db, userId: string) =>
  sql`update sessions set ended_at = ${clock} where user_id = ${userId} and ended_at is null`.execute(
    db,
  )

/** Ends all active sessions of a user except the newest ones. */
export const endOldestSessions = (db: Db, userId: string, keepCount: number) =>
  sql`
    update sessions set ended_at = ${clock}
     where user_id = ${userId} and ended_at is null and id not in (
       select id from sessions where user_id = ${userId} and ended_at is null
        order by created_at desc, id desc limit ${keepCount})`.execute(db)

/** Deletes a user's sessions that ended more than `keepEndedMs` ago or have no refresh token left. */
export const deleteExpiredSessions = (db: Db, userId: string, keepEndedMs: number) =>
  sql`
    delete from sessions
     where user_id = ${userId}
       and (ended_at <= ${clock} - ${keepEndedMs} or not exists (
         select 1 from refresh_tokens
          where session_id = sessions.id and expires_at > ${clock}))`.execute(db)

export const deleteExpiredTokens = (db: Db, sessionId: string) =>
  sql`delete from refresh_tokens where session_id = ${sessionId} and expires_at <= ${clock}`.execute(
    db,
  )
