import { setImmediate as others } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { createBatchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { forbidden } from '../errors.ts'
import type { Who } from './access-token.ts'
import { hashOf, newRefreshToken } from './refresh-token.ts'
import * as sessions from './sessions.sql.ts'

interface Renewal {
  token: string
  /** Whose session it is said to be. */
  userId?: string | undefined
}

/** A session as its owner may go on with it. The token is in clear here and nowhere in the database. */
export interface Granted extends Who {
  refreshToken: string
}

export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** For a second tab that asked at the same moment, and for an answer that got lost on its way. */
const GRACE_MS = 30_000
const KEPT_AFTER_END_MS = 24 * 60 * 60 * 1000
/** More than anybody has browsers: what comes on top ends the oldest. */
const MOST_SESSIONS = 20
const ASKED_AT_ONCE = 500

interface Proof {
  userId: string
  passwordHash: string
}

/**
 * Begins a session of whoever has just proved to know the password behind the hash. Null if that is no longer the
 * account's: a password changed in the meantime must leave no session behind. `also` is what else the password was given
 * for: done in the same breath, or not at all.
 */
export function beginSession<T = undefined>(
  ctx: Context,
  { userId, passwordHash }: Proof,
  also?: (tx: Db) => Promise<T>,
) {
  return inTransaction(ctx.db, { durable: also !== undefined }, async (tx) => {
    const { rows } = await sessions.lockAccount(tx, userId, passwordHash)
    if (rows.length === 0) return null
    const done = await also?.(tx)
    return { session: await openSession(tx, userId), done }
  })
}

/** Begins a session of an account whose owner has been proved some other way, inside the transaction that proved it and holds the
 * account: two who begin one at once would leave one too many. */
export async function openSession(tx: Db, userId: string) {
  await sessions.forgetSessions(tx, userId, KEPT_AFTER_END_MS)
  await sessions.endOldest(tx, userId, MOST_SESSIONS - 1)
  return open(tx, userId)
}

/** Ends every session of an account and begins another, whose tokens nobody can have copied yet. */
export async function startAfresh(tx: Db, userId: string): Promise<Granted> {
  await sessions.endSessionsOf(tx, userId)
  return open(tx, userId)
}

/**
 * Exchanges a refresh token for its successor. Null if there is nothing to go on with; a token that comes back when its
 * grace is over has been copied, and ends the session for all who hold one. Throws FORBIDDEN for another's session.
 */
export function renewSession(ctx: Context, { token, userId }: Renewal) {
  const hash = hashOf(token)
  return inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows: spent } = await sessions.spend(tx, hash)
    const [found] = (await sessions.findToken(tx, hash)).rows
    if (!found || isOver(found)) return null

    if (spent.length === 0 && isCopied(found)) {
      await sessions.endSession(tx, found.session_id)
      ctx.log.warn({ sessionId: found.session_id }, 'a spent refresh token came back')
      return null
    }
    // What is thrown undoes the exchange: the token stays good for its owner.
    if (userId !== undefined && userId !== found.user_id) throw forbidden()
    await sessions.forgetTokens(tx, found.session_id)
    return grant(tx, { userId: found.user_id, sessionId: found.session_id })
  })
}

/** Ends the session behind whichever of its tokens was brought. */
export function endSession(
  ctx: Context,
  { sessionId, refreshToken }: { sessionId: string | null; refreshToken: string | undefined },
) {
  return inTransaction(ctx.db, { durable: false }, async (tx) => {
    if (sessionId) await sessions.endSession(tx, sessionId)
    if (refreshToken) await sessions.endSessionOfToken(tx, hashOf(refreshToken))
  })
}

/** Whether what an access token says still holds. */
export async function isLive({ reader }: Context, { sessionId, userId }: Who) {
  const ownerOf = owners.get(reader) ?? createBatchLoader((ids) => readOwners(reader, ids))
  owners.set(reader, ownerOf)
  return (await ownerOf(sessionId)) === userId
}

/** Of live sessions. Asked with every call: of many at once in one statement. */
const owners = new WeakMap<Context['reader'], (sessionId: string) => Promise<string | undefined>>()

async function readOwners(reader: Context['reader'], sessionIds: string[]) {
  const { rows } = await sessions.liveOf(reader, sessionIds)
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}

/** Of these sessions, those that are over. Thousands are asked about in slices, and others served in between. */
export async function endedOf({ reader }: Context, sessionIds: string[]) {
  const wanted = [...new Set(sessionIds)]
  const ended = new Set<string>()
  for (let from = 0; from < wanted.length; from += ASKED_AT_ONCE) {
    const { rows } = await sessions.endedOf(reader, wanted.slice(from, from + ASKED_AT_ONCE))
    for (const { id } of rows) ended.add(id)
    await others()
  }
  return ended
}

async function open(tx: Db, userId: string) {
  const sessionId = crypto.randomUUID()
  await sessions.insertSession(tx, sessionId, userId)
  return grant(tx, { userId, sessionId })
}

async function grant(tx: Db, who: Who): Promise<Granted> {
  const { token, hash } = newRefreshToken()
  const lifetime = REFRESH_SECONDS * 1000
  await sessions.insertToken(tx, { hash, sessionId: who.sessionId, lifetime })
  return { ...who, refreshToken: token }
}

const isOver = ({ ended_at, expires_at, now }: sessions.TokenFound) =>
  ended_at !== null || expires_at <= now

const isCopied = ({ used_at, now }: sessions.TokenFound) =>
  used_at !== null && now - used_at > GRACE_MS
