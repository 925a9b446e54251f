import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'

/** Sends helmet's security headers. They are the same for every response, so they are computed once. */
export function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'secure'>) {
  const headers = headersFor(config)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

function headersFor({ secure }: Pick<Config, 'secure'>) {
  const headers: Record<string, string> = {}
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component libraries set inline styles on dialogs and toasts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: secure,
  })
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** Those that browsers use for pages and workers only. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Leaves out what means nothing for scripts, styles and fonts: half a kilobyte a file, which slow lines notice. Not for the script of a worker. */
export function removePageHeaders(reply: FastifyReply) {
  for (const name of PAGE_HEADERS) reply.removeHeader(name)
}

/** Forbids caches to store API responses. They depend on the visitor, and may set a new visitor's visitor cookie. */
export function registerNoStore(app: FastifyInstance) {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
