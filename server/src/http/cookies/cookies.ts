import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { invalid } from '#src/errors.ts'

/** Earlier versions set some cookies for this path only, on https with another prefix. */
const OLD_PATH = '/api/auth'
const OLD_SECURE_PREFIX = '__Secure-'
const OLD_NAMES = ['marquee_refresh', 'marquee_oauth_state', 'marquee_link']

export const DUPLICATE_COOKIE =
  'Your browser sent a cookie of this site twice. Please delete the cookies of this site and try again.'

/** Browsers keep no cookie longer. */
export const MAX_COOKIE_SECONDS = 400 * 24 * 60 * 60

/** What the names of the cookies depend on. */
export interface CookieSettings {
  /** True if browsers use https. */
  secure: boolean
  /** Tells the cookies of two installations on one host name apart: browsers send a cookie to every port. */
  cookieSuffix: string
}

/** With `__Host-`, a browser accepts a cookie only from this host over https: no other subdomain can set it. */
const prefixOf = (secure: boolean) => `${secure ? '__Host-' : ''}marquee_`
const endOf = (suffix: string) => (suffix === '' ? '' : `_${suffix}`)

export const cookieName = ({ secure, cookieSuffix }: CookieSettings, purpose: string) =>
  `${prefixOf(secure)}${purpose}${endOf(cookieSuffix)}`

/** The flags of every cookie: scripts cannot read it, and from another site it is sent only when the visitor follows a link. */
export const cookieFlags = (secure: boolean) =>
  ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const

/** Returns the value of one cookie of a request. Parses on demand, because most requests need no cookie. */
export const readCookie = ({ cookie = '' }: IncomingHttpHeaders, name: string) =>
  parseCookie(cookie)[name]

/** Browsers separate cookies by a semicolon and a space. */
const COOKIE_NAMES = /(?<=^|; ?)(?:__Host-)?marquee_\w+(?==)/g

/** True if a request has one of our cookies twice: a neighbouring host may have set the other one. */
export function hasDuplicateCookie(
  { cookie }: IncomingHttpHeaders,
  { secure, cookieSuffix }: CookieSettings,
) {
  const [prefix, end] = [prefixOf(secure), endOf(cookieSuffix)]
  const names = cookie?.match(COOKIE_NAMES) ?? []
  const own = names.filter((name) => name.startsWith(prefix) && name.endsWith(end))
  return new Set(own).size < own.length
}

/** Deletes the cookies of earlier versions. */
export function clearOldCookies(reply: FastifyReply, secure: boolean) {
  const prefix = secure ? OLD_SECURE_PREFIX : ''
  for (const name of OLD_NAMES) reply.clearCookie(prefix + name, { path: OLD_PATH, secure })
}

/** Refuses API requests with a duplicate cookie, and deletes the cookies of earlier versions. */
export function registerCookieGuard(app: FastifyInstance, settings: CookieSettings) {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    const isDuplicate = hasDuplicateCookie(headers, settings)
    if (isDuplicate || headers.cookie?.includes(`${OLD_SECURE_PREFIX}marquee_`)) {
      clearOldCookies(reply, settings.secure)
    }
    if (isDuplicate) throw invalid(DUPLICATE_COOKIE)
    done()
  })
}
