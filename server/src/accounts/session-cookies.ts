import type { IncomingHttpHeaders } from 'node:http'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { readCookie } from '../http/read-cookie.ts'
import { ACCESS_SECONDS, type GrantedSession, REFRESH_SECONDS } from './sessions.service.ts'

/** Only calls under this path use the refresh token, so browsers send it to no other. */
const REFRESH_PATH = '/api/auth'

/** Sets, reads and clears the access and refresh cookies. With https their name prefixes stop other hosts from setting them. */
export function createSessionCookies(secure: boolean) {
  const flags = { httpOnly: true, sameSite: 'lax', secure } satisfies CookieSerializeOptions
  const accessName = secure ? '__Host-marquee_access' : 'marquee_access'
  const refreshName = secure ? '__Secure-marquee_refresh' : 'marquee_refresh'
  const accessOptions = { ...flags, path: '/', maxAge: ACCESS_SECONDS }
  const refreshOptions = { ...flags, path: REFRESH_PATH, maxAge: REFRESH_SECONDS }

  return {
    set: (reply: FastifyReply, { accessToken, refreshToken }: GrantedSession) => {
      reply.setCookie(accessName, accessToken, accessOptions)
      reply.setCookie(refreshName, refreshToken, refreshOptions)
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(accessName, accessOptions)
      reply.clearCookie(refreshName, refreshOptions)
    },
    /** A cheap test: most requests for a seat map come from visitors who are signed out. */
    mayHaveAccessToken: ({ cookie = '' }: IncomingHttpHeaders) => cookie.includes(accessName),
    accessToken: (headers: IncomingHttpHeaders) => readCookie(headers, accessName),
    refreshToken: (headers: IncomingHttpHeaders) => readCookie(headers, refreshName),
  }
}
