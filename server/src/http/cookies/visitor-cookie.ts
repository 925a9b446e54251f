import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Signer } from '@fastify/cookie'
import { SESSION_ROUTE } from '@marquee/contract/accounts/session'
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLruCache } from '#src/platform/lru-cache.ts'
import { type CookieSettings, cookieFlags, cookieName, readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The random id of the browser. It stays the same through sign-in and sign-out. */
    visitorId: string
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    identifiedVisitor?: IdentifiedVisitor
  }
}

interface IdentifiedVisitor {
  visitorId: string
  /** True if the request has no valid visitor cookie. */
  isNew: boolean
}

const ONE_YEAR_SECONDS = 31_536_000
/** Verifying a signature takes a tenth of the time of a seat map request, so results are cached. */
const MAX_VERIFIED_COOKIES = 10_000

export type VisitorCookies = ReturnType<typeof createVisitorCookies>

/** Reads and issues the signed cookie with the id of a visitor, for HTTP requests and socket handshakes. */
export function createVisitorCookies({
  config,
  secret,
}: {
  config: CookieSettings
  secret: string
}) {
  const signer = new Signer(secret)
  // Browsers have the cookie under this name.
  const name = cookieName(config, 'visitor')

  const verifiedIds = createLruCache<string, string>(MAX_VERIFIED_COOKIES)

  const cookieFor = (visitorId: string) =>
    stringifySetCookie({
      name,
      value: signer.sign(visitorId),
      ...cookieFlags(config.secure),
      maxAge: ONE_YEAR_SECONDS,
    })

  /** Returns the visitor of a cookie with a valid signature. */
  function verify(cookie: string) {
    const known = verifiedIds.get(cookie)
    if (known) return known
    const { valid, value } = signer.unsign(cookie)
    if (!valid || !value) return undefined
    verifiedIds.set(cookie, value)
    return value
  }

  function identify(headers: IncomingHttpHeaders): IdentifiedVisitor {
    const cookie = readCookie(headers, name)
    const visitorId = cookie && verify(cookie)
    return { visitorId: visitorId || crypto.randomUUID(), isNew: !visitorId }
  }

  /** Returns the visitor of a request. A new visitor gets the cookie with the response. */
  function ensureVisitorCookie(request: FastifyRequest, reply: FastifyReply) {
    const { visitorId, isNew } = identify(request.headers)
    if (isNew && !isReadByPage(request)) reply.header('set-cookie', cookieFor(visitorId))
    return visitorId
  }

  /** Returns the visitor of a socket handshake, the same one for each call with the same request. */
  function identifyRequest(request: IncomingMessage) {
    request.identifiedVisitor ??= identify(request.headers)
    return request.identifiedVisitor
  }

  return { ensureVisitorCookie, identifyRequest, cookieFor }
}

/**
 * A read by the script of a page, other than the call for the session, with which the page begins. A page from a shared cache has set no cookie, so
 * several reads may be under way without one. If each set a cookie, the last answer would make the visitor another one than that of the socket.
 */
const isReadByPage = ({ method, headers, routeOptions }: FastifyRequest) =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'empty' &&
  routeOptions.url !== SESSION_ROUTE.path

/** Gives every API request the id of its visitor, and new visitors the cookie. */
export function registerVisitorCookies(app: FastifyInstance, visitorCookies: VisitorCookies) {
  app.decorateRequest('visitorId', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.visitorId = visitorCookies.ensureVisitorCookie(request, reply)
    done()
  })
}
