import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MS } from '@marquee/contract/time'
import { BROWSER_MAP, parse } from 'bowser'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { forbidden } from '#src/errors.ts'
import * as sessions from './sessions.sql.ts'

export interface ActiveSession {
  userId: string
  sessionId: string
  /** Of the user. */
  email: string
  /** The email is confirmed, or Google has verified it. */
  isConfirmed: boolean
}

/** A session with its new tokens. The database stores only the hashes of the tokens. */
export interface GrantedSession extends GrantedTo, SessionTokens {}
type GrantedTo = Omit<ActiveSession, 'email' | 'isConfirmed'>

/** The browser that a request comes from. */
export interface Client {
  /** Its visitor id. Only the browser with this cookie can renew its sessions. */
  visitorId: string
  /** The key of its address in the rate limits (limits/client-address.ts). */
  ipKey: string
  /** Its User-Agent header. */
  userAgent: string | undefined
}

export const ACCESS_SECONDS = 15 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** A used refresh token still works for this long: for a second tab, and for a client that lost the response. */
const REUSE_GRACE_MS = 30_000
/** Ended sessions are kept for this long. */
export const KEEP_ENDED_MS = DAY_MS
const MAX_SESSIONS_PER_USER = 20
const MAX_IDS_PER_QUERY = 500
const TOKEN_BYTES = 32

interface VerifiedPassword {
  userId: string
  /** The hash that the password was verified against. */
  passwordHash: string
  client: Client
}

/**
 * Starts a session after a password sign-in. Returns null if the password hash has changed since it was verified.
 * `inSameTransaction` runs in the same transaction.
 */
export function startPasswordSession<T = undefined>(
  ctx: Context,
  { userId, passwordHash, client }: VerifiedPassword,
  inSameTransaction?: (tx: Db) => Promise<T>,
) {
  return inTransaction(ctx.db, { durable: inSameTransaction !== undefined }, async (tx) => {
    const { rows } = await sessions.lockUserWithPassword(tx, userId, passwordHash)
    if (rows.length === 0) return null
    const result = await inSameTransaction?.(tx)
    return { session: await createSession(tx, userId, client), result }
  })
}

/** Creates a session and ends the oldest ones above the maximum. The caller's transaction must have locked the user. */
export async function createSession(tx: Db, userId: string, client: Client) {
  await sessions.deleteExpiredSessions(tx, userId, KEEP_ENDED_MS)
  await sessions.endOldestSessions(tx, userId, MAX_SESSIONS_PER_USER - 1)
  return grantSession(tx, userId, client)
}

/** Ends every session of a user and creates a new one. */
export async function replaceSessions(tx: Db, userId: string, client: Client) {
  await sessions.markSessionsOfUserEnded(tx, userId)
  return grantSession(tx, userId, client)
}

interface Renewal {
  refreshToken: string
  client: Client
  deriveTokens: DeriveTokens
  /** The user that the client expects. */
  userId?: string | undefined
}

/**
 * Exchanges a refresh token for its successor. Returns null if the token or its session is not valid any more. Reuse after the grace
 * period, or use by another browser, means that the token was copied: it ends the session. Throws FORBIDDEN if the session belongs to
 * another user.
 */
export function renewSession(ctx: Context, renewal: Renewal) {
  const { refreshToken, client, deriveTokens, userId } = renewal
  const hash = hashToken(refreshToken)
  return inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows: firstUse } = await sessions.markTokenUsed(tx, hash)
    const [found] = (await sessions.findToken(tx, hash)).rows
    if (!found || found.ended_at !== null || found.expires_at <= found.now) return null

    const isReused = firstUse.length === 0 && isAfterGrace(found)
    const isOtherBrowser = found.visitor_hash !== hashToken(client.visitorId)
    if (isReused || isOtherBrowser) {
      await sessions.markSessionEnded(tx, found.session_id)
      ctx.log.warn(
        { sessionId: found.session_id, isReused, isOtherBrowser },
        'refresh token copied',
      )
      return null
    }
    // The exception rolls back the use: the token stays valid for its owner.
    if (userId !== undefined && userId !== found.user_id) throw forbidden()
    await sessions.deleteExpiredTokens(tx, found.session_id)
    await sessions.recordRenewal(tx, found.session_id)
    const session = { userId: found.user_id, sessionId: found.session_id }
    return grantTokens(tx, session, deriveTokens(refreshToken))
  })
}

/** Ends a session, given by its id, by a refresh token, or by both. */
export function endCurrentSession(
  ctx: Context,
  { sessionId, refreshToken }: { sessionId: string | null; refreshToken: string | undefined },
) {
  return inTransaction(ctx.db, { durable: false }, async (tx) => {
    if (sessionId) await sessions.markSessionEnded(tx, sessionId)
    if (refreshToken) await sessions.endSessionOfToken(tx, hashToken(refreshToken))
  })
}

/** Ends every session of a user. The caller's transaction must have locked the user. */
export const endSessionsOf = (tx: Db, userId: string) =>
  sessions.markSessionsOfUserEnded(tx, userId)

/** Whether a session started less than `periodMs` ago. */
export async function isRecentSession({ reader }: Context, sessionId: string, periodMs: number) {
  const { rows } = await sessions.findRecentSession(reader, sessionId, periodMs)
  return rows.length > 0
}

/** Returns the session of each access token, null for an unknown or expired token and for an ended session. */
export async function findActiveSessions(
  { reader }: Context,
  accessTokens: readonly string[],
): Promise<(ActiveSession | null)[]> {
  const hashes = accessTokens.map(hashToken)
  const { rows } = await sessions.findActiveSessions(reader, hashes)
  const found = new Map(rows.map((row) => [row.access_hash, row]))
  return hashes.map((hash) => {
    const row = found.get(hash)
    if (!row) return null
    return {
      userId: row.user_id,
      sessionId: row.session_id,
      email: row.email,
      isConfirmed: row.is_confirmed === 1,
    }
  })
}

/** Returns those of the sessions that have ended. Reads in slices, so that other requests run in between. */
export async function findEndedSessions({ reader }: Context, sessionIds: string[]) {
  const ids = [...new Set(sessionIds)]
  const ended = new Set<string>()
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_QUERY) {
    const slice = ids.slice(start, start + MAX_IDS_PER_QUERY)
    const { rows } = await sessions.findEndedSessions(reader, slice)
    for (const { id } of rows) ended.add(id)
    await yieldToEventLoop()
  }
  return ended
}

/** A random token of 256 bits cannot be guessed from its hash, so it needs neither salt nor a slow hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

async function grantSession(tx: Db, userId: string, { visitorId, userAgent }: Client) {
  const sessionId = crypto.randomUUID()
  const [visitorHash, browser] = [hashToken(visitorId), browserName(userAgent)]
  await sessions.insertSession(tx, { sessionId, userId, visitorHash, browser })
  const tokens = { accessToken: createToken(), refreshToken: createToken() }
  return grantTokens(tx, { userId, sessionId }, tokens)
}

async function grantTokens(
  tx: Db,
  session: GrantedTo,
  { accessToken, refreshToken }: SessionTokens,
): Promise<GrantedSession> {
  await sessions.insertTokens(tx, {
    sessionId: session.sessionId,
    hash: hashToken(refreshToken),
    lifetimeMs: REFRESH_SECONDS * 1000,
    accessHash: hashToken(accessToken),
    accessLifetimeMs: ACCESS_SECONDS * 1000,
  })
  return { ...session, accessToken, refreshToken }
}

export const createToken = () => randomBytes(TOKEN_BYTES).toString('base64url')

const isAfterGrace = ({ used_at, now }: { used_at: number | null; now: number }) =>
  used_at !== null && now - used_at > REUSE_GRACE_MS

/** The User-Agent headers of browsers are shorter. */
const MAX_USER_AGENT_LENGTH = 512

const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP))

/**
 * The browser and system of a User-Agent header: `Firefox on Android`. Null for an unknown browser: a header may contain any text, and only
 * known names are stored and shown.
 */
export function browserName(userAgent: string | undefined) {
  if (!userAgent) return null
  const { browser, os } = parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  if (!browser.name || !BROWSERS.has(browser.name)) return null
  const name = browser.name.replace(/ for Android$/, '')
  return os.name ? `${name} on ${os.name}` : name
}

interface SessionTokens {
  accessToken: string
  refreshToken: string
}

type DeriveTokens = (refreshToken: string) => SessionTokens

const KEY_BYTES = 32

/**
 * Derives the tokens that follow a refresh token. The same token always has the same successor: a copy cannot start a second chain. Only
 * the server can compute the successor, because it needs the secret.
 */
export function createTokenDerivation(secret: string): DeriveTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee session tokens', KEY_BYTES))
  const derive = (kind: string, token: string) =>
    createHmac('sha256', key).update(`${kind} ${token}`).digest('base64url')
  return (refreshToken) => ({
    accessToken: derive('access', refreshToken),
    refreshToken: derive('refresh', refreshToken),
  })
}
