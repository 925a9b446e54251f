import type { IncomingHttpHeaders } from 'node:http'
import { signOut } from '@marquee/contract/accounts/accounts'
import { startGoogleSignIn } from '@marquee/contract/accounts/google'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../errors.ts'

/** GET calls that change state. A link on another site must not sign anyone in or out. */
const STATE_CHANGING_GETS = new Set<string | undefined>([signOut.path, startGoogleSignIn.path])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
export const CROSS_SITE = 'Requests from other sites are not allowed.'
/** `none` is sent when a person types the address. */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * True if a request comes from one of our own pages or from a client that sends neither Origin nor Sec-Fetch-Site. Browsers send
 * at least one of the two with every state-changing request.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, origins: readonly string[]) {
  if (headers.origin !== undefined) return origins.includes(headers.origin)
  const site = headers['sec-fetch-site']
  return site === undefined || OWN_SITE.has(String(site))
}

/** Refuses state-changing calls from other sites with 403. */
export function registerOriginGuard(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', ({ method, headers, routeOptions }, _, done) => {
    const changesState = !SAFE_METHODS.has(method) || STATE_CHANGING_GETS.has(routeOptions.url)
    if (changesState && !isAllowedOrigin(headers, origins)) throw forbidden(CROSS_SITE)
    done()
  })
}
