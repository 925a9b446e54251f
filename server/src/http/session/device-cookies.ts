import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#src/context.ts'
import { cookieFlags, cookieName, MAX_COOKIE_SECONDS, readCookie } from '../cookies/cookies.ts'
import { createSignedCookie } from '../cookies/signed-cookie.ts'

/** The accounts that a browser has signed in to, newest first, each as a keyed hash of its email. */
const DeviceCookie = z.object({ id: z.string(), accounts: z.array(z.string()) })

const MAX_ACCOUNTS = 5
const KEY_BYTES = 32

/** A signed cookie that stays after sign-out. It gives no access. A browser that has it has its own limit of wrong passwords. */
export function createDeviceCookies({
  config,
  secret,
  now,
}: Pick<Context, 'config' | 'secret' | 'now'>) {
  const name = cookieName(config, 'device')
  const flags = cookieFlags(config.secure)
  const signed = createSignedCookie({
    secret,
    purpose: 'device',
    now,
    schema: DeviceCookie,
    seconds: MAX_COOKIE_SECONDS,
  })
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee device accounts', KEY_BYTES))
  const accountOf = (email: string) => createHmac('sha256', key).update(email).digest('base64url')
  const read = ({ headers }: FastifyRequest) => signed.verify(readCookie(headers, name) ?? '')

  return {
    /** Returns the id of a browser that has signed in to an account before, otherwise null. */
    find: async (request: FastifyRequest, email: string) => {
      const device = await read(request)
      return device?.accounts.includes(accountOf(email)) ? device.id : null
    },

    /** Records a sign-in. */
    remember: async (request: FastifyRequest, reply: FastifyReply, email: string) => {
      const { id, accounts } = (await read(request)) ?? { id: crypto.randomUUID(), accounts: [] }
      const newest = [...new Set([accountOf(email), ...accounts])].slice(0, MAX_ACCOUNTS)
      const value = await signed.sign({ id, accounts: newest })
      reply.setCookie(name, value, { ...flags, maxAge: MAX_COOKIE_SECONDS })
    },

    clear: (reply: FastifyReply) => void reply.clearCookie(name, flags),
  }
}
