import type { IncomingHttpHeaders } from 'node:http'
import { signOut } from '@marquee/contract/accounts'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../errors.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** How browsers name a page of ours, and somebody who typed the address. */
const OUR_SITE = new Set(['same-origin', 'none'])

/**
 * Whether a request comes from one of our own pages, or from a program that names no page. Browsers always send one of
 * the two headers with what a page can make them do in somebody's name.
 */
export function fromOurPages(headers: IncomingHttpHeaders, origins: readonly string[]) {
  if (headers.origin !== undefined) return origins.includes(headers.origin)
  const site = headers['sec-fetch-site']
  return site === undefined || OUR_SITE.has(String(site))
}

/** Refuses every call that changes something for a page that is not ours. Signing out changes something by any method. */
export function refuseForeignPages(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', async ({ method, headers, routeOptions }) => {
    const changes = !READING.has(method) || routeOptions.url === signOut.path
    if (changes && !fromOurPages(headers, origins)) {
      throw forbidden('This request came from another site.')
    }
  })
}
