import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Signer } from '@fastify/cookie'
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CookieSettings, cookieFlags, cookieName, readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder id of the browser. It stays the same through sign-in and sign-out. */
    holder: string
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    identifiedHolder?: IdentifiedHolder
  }
}

interface IdentifiedHolder {
  holder: string
  /** True if the request has no valid holder cookie. */
  isNew: boolean
}

const ONE_YEAR_SECONDS = 31_536_000
/** Verifying a signature takes a tenth of the time of a seat map request, so results are cached. */
const MAX_VERIFIED_COOKIES = 10_000

export type HolderCookies = ReturnType<typeof createHolderCookies>

/** Reads and issues the signed cookie with the holder id, for HTTP requests and socket handshakes. */
export function createHolderCookies({
  config,
  secret,
}: {
  config: CookieSettings
  secret: string
}) {
  const signer = new Signer(secret)
  const name = cookieName(config, 'holder')

  const verifiedHolders = new LRUCache<string, string>({ max: MAX_VERIFIED_COOKIES })

  const cookieFor = (holder: string) =>
    stringifySetCookie({
      name,
      value: signer.sign(holder),
      ...cookieFlags(config.secure),
      maxAge: ONE_YEAR_SECONDS,
    })

  /** Returns the holder of a cookie with a valid signature. */
  function verify(cookie: string) {
    const known = verifiedHolders.get(cookie)
    if (known) return known
    const { valid, value } = signer.unsign(cookie)
    if (!valid || !value) return undefined
    verifiedHolders.set(cookie, value)
    return value
  }

  function identify(headers: IncomingHttpHeaders): IdentifiedHolder {
    const cookie = readCookie(headers, name)
    const holder = cookie && verify(cookie)
    return { holder: holder || crypto.randomUUID(), isNew: !holder }
  }

  /** Returns the holder of a request. A new holder gets the cookie with the response. */
  function ensureHolderCookie({ headers }: FastifyRequest, reply: FastifyReply) {
    const { holder, isNew } = identify(headers)
    if (isNew) reply.header('set-cookie', cookieFor(holder))
    return holder
  }

  /** Returns the holder of a socket handshake, the same one for each call with the same request. */
  function identifyRequest(request: IncomingMessage) {
    request.identifiedHolder ??= identify(request.headers)
    return request.identifiedHolder
  }

  return { ensureHolderCookie, identifyRequest, cookieFor }
}

/** Gives every API request its holder id, and new holders the cookie. */
export function registerHolderCookies(app: FastifyInstance, holderCookies: HolderCookies) {
  app.decorateRequest('holder', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.holder = holderCookies.ensureHolderCookie(request, reply)
    done()
  })
}
