import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'

/**
 * Takes the account as it stands for this password until the transaction ends: a change of the password waits, and
 * whoever comes after one gets no row.
 */
export const lockAccount = (db: Db, userId: string, passwordHash: string) =>
  sql<{ id: string }>`
    select id from users where id = ${userId} and password_hash = ${passwordHash} ${lockRows(db, 'users')}`.execute(
    db,
  )

export const insertSession = (db: Db, id: string, userId: string) =>
  sql`insert into sessions (id, user_id, created_at) values (${id}, ${userId}, ${clock})`.execute(
    db,
  )

/** `lifetime` in milliseconds. */
export const insertToken = (
  db: Db,
  { hash, sessionId, lifetime }: { hash: string; sessionId: string; lifetime: number },
) =>
  sql`
    insert into refresh_tokens (hash, session_id, created_at, expires_at)
    values (${hash}, ${sessionId}, ${clock}, ${clock} + ${lifetime})`.execute(db)

/** The statement is the race: of all who bring the same token, one spends it. */
export const spend = (db: Db, hash: string) =>
  sql<{ session_id: string }>`
    update refresh_tokens set used_at = ${clock}
     where hash = ${hash} and used_at is null
    returning session_id`.execute(db)

export interface TokenFound {
  session_id: string
  user_id: string
  ended_at: number | null
  expires_at: number
  used_at: number | null
  now: number
}

export const findToken = (db: Db, hash: string) =>
  sql<TokenFound>`
    select session_id, user_id, ended_at, expires_at, used_at, ${clock} as now
      from refresh_tokens join sessions on sessions.id = session_id
     where hash = ${hash}`.execute(db)

/** Of these, those that go on, with whose they are. */
export const liveOf = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; user_id: string }>`
    select sessions.id, user_id
      from ${idRows(db, ids)} cross join sessions
     where sessions.id = wanted.id and ended_at is null`.execute(db)

/** Of these, those that have ended or are gone with their account. */
export const endedOf = (db: Db, ids: readonly string[]) =>
  sql<{ id: string }>`
    select wanted.id
      from ${idRows(db, ids)} left join sessions on sessions.id = wanted.id and ended_at is null
     where sessions.id is null`.execute(db)

export const endSession = (db: Db, sessionId: string) =>
  sql`update sessions set ended_at = ${clock} where id = ${sessionId} and ended_at is null`.execute(
    db,
  )

export const endSessionOfToken = (db: Db, hash: string) =>
  sql`
    update sessions set ended_at = ${clock}
     where id = (select session_id from refresh_tokens where hash = ${hash})
       and ended_at is null`.execute(db)

export const endSessionsOf = (db: Db, userId: string) =>
  sql`update sessions set ended_at = ${clock} where user_id = ${userId} and ended_at is null`.execute(
    db,
  )

/** Ends all but the newest live sessions of an account. */
export const endOldest = (db: Db, userId: string, kept: number) =>
  sql`
    update sessions set ended_at = ${clock}
     where user_id = ${userId} and ended_at is null and id not in (
       select id from sessions where user_id = ${userId} and ended_at is null
        order by created_at desc, id desc limit ${kept})`.execute(db)

/** Forgets an account's sessions that nobody can come back to. `kept` in milliseconds after their end. */
export const forgetSessions = (db: Db, userId: string, kept: number) =>
  sql`
    delete from sessions
     where user_id = ${userId}
       and (ended_at <= ${clock} - ${kept} or not exists (
         select 1 from refresh_tokens
          where session_id = sessions.id and expires_at > ${clock}))`.execute(db)

export const forgetTokens = (db: Db, sessionId: string) =>
  sql`delete from refresh_tokens where session_id = ${sessionId} and expires_at <= ${clock}`.execute(
    db,
  )
