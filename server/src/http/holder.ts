import type { IncomingMessage } from 'node:http'
import { Signer } from '@fastify/cookie'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose holds these are: a random id in a signed cookie, the same through sign-in and sign-out. */
    holder: string
  }
}

const ONE_YEAR_SECONDS = 31_536_000
/** Some two megabytes of them. */
const MOST_SEEN = 10_000

export type Holders = ReturnType<typeof createHolders>

/** Knows holders by their cookie and names new ones, over HTTP and at the socket's handshake alike. */
export function createHolders({ secret, secure }: { secret: string; secure: boolean }) {
  const signer = new Signer(secret)
  const cookieName = secure ? '__Host-marquee_holder' : 'marquee_holder'
  const seen = new Map<string, string>()
  const named = new WeakMap<IncomingMessage, { holder: string; isNew: boolean }>()

  const cookieFor = (holder: string) =>
    stringifySetCookie({
      name: cookieName,
      value: signer.sign(holder),
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: ONE_YEAR_SECONDS,
    })

  /** Whom a cookie names if we have signed it. A signature is worked out once: the same browsers ask again and again. */
  function proven(cookie: string) {
    const known = seen.get(cookie)
    if (known) return known
    const { valid, value } = signer.unsign(cookie)
    if (!valid || !value) return undefined
    if (seen.size >= MOST_SEEN) seen.clear()
    seen.set(cookie, value)
    return value
  }

  /** The same request always has the same holder, also before its cookie has reached the browser. */
  function of(request: IncomingMessage) {
    const known = named.get(request)
    if (known) return known
    const cookie = parseCookie(request.headers.cookie ?? '')[cookieName]
    const found = cookie && proven(cookie)
    const name = { holder: found || crypto.randomUUID(), isNew: !found }
    named.set(request, name)
    return name
  }

  return { of, cookieFor }
}

/** Gives every request of the interface its holder, and a newcomer the cookie. */
export function recogniseHolders(app: FastifyInstance, holders: Holders) {
  app.decorateRequest('holder', '')
  app.addHook('onRequest', (request, reply, done) => {
    const { holder, isNew } = holders.of(request.raw)
    request.holder = holder
    if (isNew) reply.header('set-cookie', holders.cookieFor(holder))
    done()
  })
}
