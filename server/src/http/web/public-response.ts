import { SERVER_NOW_HEADER } from '@marquee/contract/calls/endpoint'
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'

/** Shared caches answer for a second, and for two more while they fetch the next response. Browsers ask each time. */
const FOR_SHARED_CACHES = 'public, max-age=0, s-maxage=1, stale-while-revalidate=2'
/** Sent by every CDN (RFC 8586), and by deploy/nginx-cache.conf. */
const CDN_LOOP_HEADER = 'cdn-loop'

interface PublicOptions {
  /** No visitor gets a cookie with the response. Left out: those who come through a shared cache get none. */
  isWithoutCookie?: boolean
}

/**
 * Lets shared caches keep a response that is the same for all visitors. It then sets no cookie and does not tell the time, which would be late.
 * A new visitor who comes without a shared cache gets the visitor cookie instead, in a response that no cache keeps.
 */
export function makePublic(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { isWithoutCookie = CDN_LOOP_HEADER in headers }: PublicOptions = {},
) {
  if (isWithoutCookie) reply.removeHeader('set-cookie')
  if (reply.hasHeader('set-cookie')) return
  reply.removeHeader(SERVER_NOW_HEADER).header('cache-control', FOR_SHARED_CACHES)
}

/** A hook for routes whose responses are the same for all visitors. An error sets its own headers later. */
export const publicResponse: preHandlerHookHandler = (request, reply, done) => {
  makePublic(request, reply)
  done()
}
