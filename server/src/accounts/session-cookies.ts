import type { IncomingHttpHeaders } from 'node:http'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { parseCookie } from 'cookie'
import { ACCESS_SECONDS } from './access-token.ts'
import { REFRESH_SECONDS } from './sessions.service.ts'

/** The only calls that exchange the long-lived token are under this path: no other ever carries it. */
const REFRESH_PATH = '/api/auth'

/** A cookie that came with a request, by its name. Most requests are asked for none: they are read when they are wanted. */
export const cookieIn = ({ cookie = '' }: IncomingHttpHeaders, name: string) =>
  parseCookie(cookie)[name]

/**
 * The two cookies of a session. Over https their names make browsers refuse them from anybody but us: `__Host-` for
 * one that goes everywhere, `__Secure-` for one that keeps to a path.
 */
export function sessionCookies(secure: boolean) {
  const flags = { httpOnly: true, sameSite: 'lax', secure } satisfies CookieSerializeOptions
  return {
    access: {
      name: secure ? '__Host-marquee_access' : 'marquee_access',
      options: { ...flags, path: '/', maxAge: ACCESS_SECONDS },
    },
    refresh: {
      name: secure ? '__Secure-marquee_refresh' : 'marquee_refresh',
      options: { ...flags, path: REFRESH_PATH, maxAge: REFRESH_SECONDS },
    },
  }
}
