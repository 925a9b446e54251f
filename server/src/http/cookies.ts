import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { invalid } from '../errors.ts'

/** Earlier versions set some cookies for this path only, on https with another prefix. */
const OLD_PATH = '/api/auth'
const OLD_SECURE_PREFIX = '__Secure-'
const OLD_NAMES = ['marquee_refresh', 'marquee_oauth_state', 'marquee_link']

export const DUPLICATE_COOKIE =
  'Your browser sent a cookie of this site twice. Please delete the cookies of this site and try again.'

/** With `__Host-`, a browser accepts a cookie only from this host over https: no other subdomain can set it. */
export const cookieName = (secure: boolean, purpose: string) =>
  `${secure ? '__Host-' : ''}marquee_${purpose}`

/** The flags of every cookie: scripts cannot read it, and from another site it is sent only when the visitor follows a link. */
export const cookieFlags = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const

/** Returns the value of one cookie of a request. Parses on demand, because most requests need no cookie. */
export const readCookie = ({ cookie = '' }: IncomingHttpHeaders, name: string) =>
  parseCookie(cookie)[name]

/** Browsers separate cookies by a semicolon and a space. */
const OUR_NAMES = /(?<=^|; ?)marquee_\w+(?==)/g
const OUR_SECURE_NAMES = /(?<=^|; ?)__Host-marquee_\w+(?==)/g

/** True if a request has one of our cookies twice: a neighbouring host may have set the other one. */
export function hasDuplicateCookie({ cookie }: IncomingHttpHeaders, secure: boolean) {
  const names = cookie?.match(secure ? OUR_SECURE_NAMES : OUR_NAMES) ?? []
  return new Set(names).size < names.length
}

/** Deletes the cookies of earlier versions. */
export function clearOldCookies(reply: FastifyReply, secure: boolean) {
  const prefix = secure ? OLD_SECURE_PREFIX : ''
  for (const name of OLD_NAMES) reply.clearCookie(prefix + name, { path: OLD_PATH, secure })
}

/** Refuses API requests with a duplicate cookie, and deletes the cookies of earlier versions. */
export function registerCookieGuard(app: FastifyInstance, secure: boolean) {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    const isDuplicate = hasDuplicateCookie(headers, secure)
    if (isDuplicate || headers.cookie?.includes(`${OLD_SECURE_PREFIX}marquee_`)) {
      clearOldCookies(reply, secure)
    }
    if (isDuplicate) throw invalid(DUPLICATE_COOKIE)
    done()
  })
}
