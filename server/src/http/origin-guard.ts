import type { IncomingHttpHeaders } from 'node:http'
import { signOut } from '@marquee/contract/accounts'
import { startGoogle } from '@marquee/contract/google'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../errors.ts'

/** Nobody is to be signed out, or in, by a page that merely links here. */
const CHANGING_BY_GET = new Set<string | undefined>([signOut.path, startGoogle.path])
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
export const CROSS_SITE = 'This request came from another site.'
/** How browsers name a page of ours, and somebody who typed the address. */
const OUR_SITE = new Set(['same-origin', 'none'])

/**
 * Whether a request comes from one of our own pages, or from a program that names no page. Browsers always send one of
 * the two headers with what a page can make them do in somebody's name.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, origins: readonly string[]) {
  if (headers.origin !== undefined) return origins.includes(headers.origin)
  const site = headers['sec-fetch-site']
  return site === undefined || OUR_SITE.has(String(site))
}

/** Refuses every call that changes something for a page that is not ours. Some do so by any method. */
export function registerOriginGuard(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', ({ method, headers, routeOptions }, _, done) => {
    const changes = !READING.has(method) || CHANGING_BY_GET.has(routeOptions.url)
    if (changes && !isAllowedOrigin(headers, origins)) {
      throw forbidden(CROSS_SITE)
    }
    done()
  })
}
