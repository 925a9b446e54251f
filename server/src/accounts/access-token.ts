import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Who a request comes from: an account, and the session in which it signed in. */
export interface Who {
  userId: string
  sessionId: string
}

interface Options {
  secret: string
  /** Where browsers reach this cinema: the token of another one is none here. */
  issuer: string
  /** Epoch milliseconds. */
  now: () => number
}

export const ACCESS_SECONDS = 15 * 60

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
const AUDIENCE = 'marquee'
const KEY_BYTES = 32
/** Tokens of which we remember what they say: a browser brings the same one for a quarter of an hour. */
const MOST_KNOWN = 10_000

/** Issues and reads the short-lived tokens that name an account and its session. */
export function createAccessTokens({ secret, issuer, now }: Options) {
  // A key of its own: a signature made for another purpose with the same secret proves nothing here.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee access token', KEY_BYTES))

  function issue({ userId, sessionId }: Who) {
    const issuedAt = Math.floor(now() / 1000)
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(userId)
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_SECONDS)
      .sign(key)
  }

  const known = new Map<string, { who: Who; until: number }>()

  /** Who the token names, or null for one that is not ours or has run out. */
  async function read(token: string): Promise<Who | null> {
    const kept = known.get(token)
    if (kept) return kept.until > now() ? kept.who : null
    const read = await verify(token)
    if (!read) return null
    known.set(token, read)
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size > MOST_KNOWN) known.delete(oldest)
    return read.who
  }

  async function verify(token: string) {
    try {
      const { payload } = await jwtVerify<{ sid?: unknown }>(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: new Date(now()),
      })
      const { sub, sid, exp } = payload
      if (!sub || typeof sid !== 'string' || exp === undefined) return null
      return { who: { userId: sub, sessionId: sid }, until: exp * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return { issue, read }
}
