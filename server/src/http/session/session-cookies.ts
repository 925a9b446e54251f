import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import {
  type CookieSettings,
  clearOldCookies,
  cookieFlags,
  cookieName,
  readCookie,
} from '../cookies/cookies.ts'
import { ACCESS_SECONDS, type GrantedSession, REFRESH_SECONDS } from './sessions.service.ts'

/** Sets, reads and clears the access and refresh cookies. */
export function createSessionCookies(settings: CookieSettings) {
  const flags = cookieFlags(settings.secure)
  const accessName = cookieName(settings, 'access')
  const refreshName = cookieName(settings, 'refresh')

  return {
    set: (reply: FastifyReply, { accessToken, refreshToken }: GrantedSession) => {
      reply.setCookie(accessName, accessToken, { ...flags, maxAge: ACCESS_SECONDS })
      reply.setCookie(refreshName, refreshToken, { ...flags, maxAge: REFRESH_SECONDS })
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(accessName, flags)
      reply.clearCookie(refreshName, flags)
      clearOldCookies(reply, settings.secure)
    },
    /** A cheap test: most requests for a seat map come from visitors who are signed out. */
    mayHaveAccessToken: ({ cookie = '' }: IncomingHttpHeaders) => cookie.includes(accessName),
    accessToken: (headers: IncomingHttpHeaders) => readCookie(headers, accessName),
    refreshToken: (headers: IncomingHttpHeaders) => readCookie(headers, refreshName),
  }
}
