import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { unavailable } from '../errors.ts'
import type { Priority } from '../limits/load-shedding/load-level.ts'
import { priorityOfCall, priorityOfPage } from '../limits/load-shedding/priorities.ts'
import { sendError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The load shedder counts the request. */
    isUnderWay: boolean
  }
}

/**
 * Refuses requests of the site with 503 while the node is overloaded; health checks and files are always served. A request is under way
 * from its last byte to its answer: clients that send or read slowly must not make a node refuse others.
 */
export function registerLoadShedding(
  app: FastifyInstance,
  { loadShedder }: Pick<Context, 'loadShedder'>,
) {
  app.decorateRequest('isUnderWay', false)
  app.addHook('onRequest', (request, reply, done) => {
    if (loadShedder.level() > 0) {
      const priority = priorityOf(request)
      if (priority !== null && loadShedder.refuses(priority)) {
        refuse(request, reply, loadShedder.retryAfterSeconds(priority))
        return
      }
    }
    done()
  })
  app.addHook('preValidation', (request, _, done) => {
    request.isUnderWay = true
    loadShedder.begin()
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isUnderWay) loadShedder.end()
    request.isUnderWay = false
    done()
  })
}

/** Pages share a route with the files of the web app, which have no priority. */
const priorityOf = ({ method, url, routeOptions }: FastifyRequest): Priority | null =>
  routeOptions.url?.startsWith('/api/')
    ? priorityOfCall(method, routeOptions.url)
    : priorityOfPage(url.split('?')[0] ?? '')

/** Answers a call with the error, and a page with a text that loads the page again by itself. Logs nothing: there are many. */
function refuse(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) {
  const error = unavailable()
  reply.header('retry-after', retryAfterSeconds)
  if (request.url.startsWith('/api/')) {
    sendError(request, reply, error)
    return
  }
  reply.errorCode = error.code
  // Browsers that were refused together come back at different times.
  const seconds = Math.round(retryAfterSeconds * (1 + Math.random()))
  reply
    .code(error.statusCode)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(busyPage(seconds))
}

const busyPage = (seconds: number) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>We are busy right now</title>
<body style="margin:15vh auto;max-width:30rem;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif;color:#f2ece4;background:#0c0a10">
<h1>We are busy right now</h1>
<p>Many people are here at the same moment. This page opens by itself in about ${seconds} seconds.</p>
</body>
</html>
`
