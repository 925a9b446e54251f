import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'

/** Returns the value of one cookie of a request. Parses on demand, because most requests need no cookie. */
export const readCookie = ({ cookie = '' }: IncomingHttpHeaders, name: string) =>
  parseCookie(cookie)[name]
