import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Signer } from '@fastify/cookie'
import { stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from './read-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose holds these are: a random id in a signed cookie, the same through sign-in and sign-out. */
    holder: string
  }
}

const ONE_YEAR_SECONDS = 31_536_000
/** Some two megabytes of them. */
const MOST_SEEN = 10_000

interface Named {
  holder: string
  isNew: boolean
}

export type Holders = ReturnType<typeof createHolders>

/** Knows holders by their cookie and names new ones, over HTTP and at the socket's handshake alike. */
export function createHolders({ secret, secure }: { secret: string; secure: boolean }) {
  const signer = new Signer(secret)
  const cookieName = secure ? '__Host-marquee_holder' : 'marquee_holder'
  const seen = new Map<string, string>()
  const atTheDoor = new WeakMap<IncomingMessage, Named>()

  const cookieFor = (holder: string) =>
    stringifySetCookie({
      name: cookieName,
      value: signer.sign(holder),
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: ONE_YEAR_SECONDS,
    })

  /** Whom a cookie names if we have signed it. A signature is worked out once: the same browsers ask again and again. */
  function proven(cookie: string) {
    const known = seen.get(cookie)
    if (known) return known
    const { valid, value } = signer.unsign(cookie)
    if (!valid || !value) return undefined
    if (seen.size >= MOST_SEEN) seen.clear()
    seen.set(cookie, value)
    return value
  }

  function nameOf(headers: IncomingHttpHeaders): Named {
    const cookie = readCookie(headers, cookieName)
    const found = cookie && proven(cookie)
    return { holder: found || crypto.randomUUID(), isNew: !found }
  }

  /** Whose request it is. A newcomer gets the cookie with the answer. */
  function greet({ headers }: FastifyRequest, reply: FastifyReply) {
    const { holder, isNew } = nameOf(headers)
    if (isNew) reply.header('set-cookie', cookieFor(holder))
    return holder
  }

  /** The same at a handshake: whoever asks again about one is told the same, also before the cookie has reached the browser. */
  function of(handshake: IncomingMessage) {
    const known = atTheDoor.get(handshake)
    if (known) return known
    const name = nameOf(handshake.headers)
    atTheDoor.set(handshake, name)
    return name
  }

  return { greet, of, cookieFor }
}

/** Gives every request of the interface its holder, and a newcomer the cookie. */
export function recogniseHolders(app: FastifyInstance, holders: Holders) {
  app.decorateRequest('holder', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.holder = holders.greet(request, reply)
    done()
  })
}
