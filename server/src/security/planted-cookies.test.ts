import { beforeAll, describe, expect, test } from 'vitest'
import { describeContext } from '#test/support/test-context.ts'
import {
  expectRefusal,
  type Member,
  type Refusal,
  setupTestServer,
} from '#test/support/test-server.ts'
import { DUPLICATE_COOKIE } from '../http/cookies/cookies.ts'

const DUPLICATE: Refusal = [400, 'INVALID', DUPLICATE_COOKIE]

describe.each([
  ['http', 'http://localhost:3000', '', '_3000'],
  ['https', 'https://cinema.example', '__Host-', ''],
])('over %s', (_, PUBLIC_URL, prefix, end) => {
  describeContext(
    'cookies planted by another host',
    (context) => {
      const server = setupTestServer(context)
      const [access, refresh, visitor] = ['access', 'refresh', 'visitor'].map(
        (purpose) => `${prefix}marquee_${purpose}${end}`,
      ) as [string, string, string]
      let mallory: Member
      beforeAll(async () => {
        mallory = await server().member('Mallory')
      })

      const readSession = (cookie: string) =>
        server().visitor().get('/api/auth/session', { cookie })

      test.each([access, refresh, visitor])('%s sent twice is refused [S-140]', async (name) => {
        const victim = await server().member()
        const planted = `${name}=${mallory.client.jar.get(name)}`

        for (const cookie of [
          `${planted}; ${victim.client.cookies()}`,
          `${victim.client.cookies()};${planted}`,
        ]) {
          const response = await server().unchanged(() => readSession(cookie))
          expectRefusal(response, DUPLICATE)
          await expect(server().openSocket({ cookies: () => cookie })).rejects.toThrow()
        }
      })

      test('cookies of other names sent twice are ignored [S-140]', async () => {
        const { client, userId } = await server().member()
        const others = 'other=1; other=2; __Host-other=1; xmarquee_access=1; xmarquee_access=2'

        const response = await readSession(`${others}; ${client.cookies()}`)

        expect(response.json()).toMatchObject({ user: { _id: userId } })
      })
    },
    { PUBLIC_URL },
  )
})

describeContext(
  'cookies planted by a neighbouring subdomain over https',
  (context) => {
    const server = setupTestServer(context)

    test.each(['__Secure-marquee_', 'marquee_', '\u00a0__Host-marquee_', '__host-marquee_'])(
      'cookies named %s… start no session and the old ones are deleted [S-141]',
      async (prefix) => {
        const mallory = await server().member('Mallory')
        const tokens = ['access', 'refresh'].map((purpose) => [
          `${prefix}${purpose}`,
          mallory.client.jar.get(`__Host-marquee_${purpose}`),
        ])
        const victim = server().visitor()
        await victim.get('/api/movies')
        const planted = tokens.map((pair) => pair.join('=')).join('; ')
        const cookie = `${planted}; ${victim.cookies()}`

        const response = await victim.get('/api/auth/session', { cookie })

        expect(response.json()).toEqual({ user: null })
        const deleted = '__Secure-marquee_refresh=; Max-Age=0; Path=/api/auth;'
        const isDeleted = response.headers.getSetCookie().some((line) => line.startsWith(deleted))
        expect(isDeleted).toBe(prefix.startsWith('__Secure-'))
        const refusal = await victim.post(
          '/api/auth/refresh-token',
          { userId: mallory.userId },
          { cookie },
        )
        expect(refusal.statusCode).toBe(401)
      },
    )
  },
  { PUBLIC_URL: 'https://cinema.example' },
)
