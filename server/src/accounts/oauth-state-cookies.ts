import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { cookieIn } from './session-cookies.ts'
import { createSignedCookie } from './signed-cookie.ts'
import { VerifiedIdentity } from './verified-identity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    visits: OauthStateCookies
  }
}

/** What a browser keeps while its person is at the identity provider. */
const Visit = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of ours to come back to. */
  from: z.string(),
})
export type Visit = z.infer<typeof Visit>

const VISIT_SECONDS = 10 * 60
/** For finding a password one has not used in a long time. */
const LINK_SECONDS = 30 * 60
const PATH = '/api/auth'

export type OauthStateCookies = ReturnType<typeof createOauthStateCookies>

/**
 * Remembers in the browser itself who went to the identity provider, so that nobody comes back in another's place, and who
 * is to be linked once the password has been given.
 */
export function createOauthStateCookies(world: {
  secret: string
  secure: boolean
  now: () => number
}) {
  const flags = { httpOnly: true, sameSite: 'lax', secure: world.secure, path: PATH } as const
  const prefix = world.secure ? '__Secure-' : ''

  function keeping<S extends z.ZodMiniObject>(purpose: string, shape: S, seconds: number) {
    const name = `${prefix}marquee_${purpose}`
    const notes = createSignedCookie({ ...world, purpose, shape, seconds })
    return {
      keep: async (reply: FastifyReply, note: z.output<S>) => {
        reply.setCookie(name, await notes.write(note), { ...flags, maxAge: seconds })
      },
      kept: ({ headers }: FastifyRequest) => notes.read(cookieIn(headers, name) ?? ''),
      forget: (reply: FastifyReply) => void reply.clearCookie(name, flags),
    }
  }

  return {
    visit: keeping('visit', Visit, VISIT_SECONDS),
    link: keeping('link', VerifiedIdentity, LINK_SECONDS),
  }
}
