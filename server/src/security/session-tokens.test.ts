import { createHmac, hkdfSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { TEST_SECRET } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  SIGN_IN_REQUIRED,
  setupTestServer,
  type TestServer,
} from '#test/support/test-server.ts'

const ISSUER = 'http://localhost:3000'
const KEY = Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'marquee access token', 32))
const HEAD = { alg: 'HS256', typ: 'at+jwt' }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

function token(claims: object, { head = HEAD as object, key = KEY as Buffer | string } = {}) {
  const body = `${part(head)}.${part(claims)}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

interface Victim {
  claims: { sub: string; sid: string; iss: string; aud: string; iat: number; exp: number }
  access: string
  refresh: string
}

/** Each makes, of what is known of a victim who is signed in, something that should open nothing. */
const FORGERIES: [name: string, forge: (victim: Victim) => string][] = [
  ['that is not signed', ({ claims }) => `${part({ ...HEAD, alg: 'none' })}.${part(claims)}.`],
  ['that says None', ({ claims }) => `${part({ ...HEAD, alg: 'None' })}.${part(claims)}.`],
  ['whose signature is cut off', ({ access }) => access.replace(/[^.]+$/, '')],
  ['signed with an empty secret', ({ claims }) => token(claims, { key: '' })],
  ['signed with our public address', ({ claims }) => token(claims, { key: ISSUER })],
  ['signed with the bare secret', ({ claims }) => token(claims, { key: TEST_SECRET })],
  ['signed by somebody else', ({ claims }) => token(claims, { key: 'somebody else' })],
  [
    'that brings its own key',
    ({ claims }) =>
      token(claims, {
        key: 'k',
        head: { ...HEAD, jwk: { kty: 'oct', k: 'aw' }, kid: '/dev/null' },
      }),
  ],
  [
    'of another algorithm, with our key',
    ({ claims }) => token(claims, { head: { ...HEAD, alg: 'HS512' } }),
  ],
  ['of another kind', ({ claims }) => token(claims, { head: { ...HEAD, typ: 'JWT' } })],
  ['of another issuer', ({ claims }) => token({ ...claims, iss: 'https://elsewhere.example' })],
  ['for another audience', ({ claims }) => token({ ...claims, aud: 'elsewhere' })],
  ['that has expired', ({ claims }) => token({ ...claims, exp: seconds() - 1 })],
  ['that never expires', ({ claims: { exp: _, ...claims } }) => token(claims)],
  ['that is not valid yet', ({ claims }) => token({ ...claims, nbf: seconds() + 600 })],
  ['of a session that is none', ({ claims }) => token({ ...claims, sid: crypto.randomUUID() })],
  ['of a session of somebody else', ({ claims }) => token({ ...claims, sub: 'somebody' })],
  [
    'whose content was changed',
    ({ access, claims }) => {
      const [head, , signature] = access.split('.')
      return `${head}.${part({ ...claims, exp: claims.exp + 3600 })}.${signature}`
    },
  ],
  ['that is really a refresh token', ({ refresh }) => refresh],
]

describeDatabases('a session token', (world) => {
  const cinema = setupTestServer(world)
  let asha: Awaited<ReturnType<TestServer['member']>>
  let victim: Victim

  beforeAll(async () => {
    asha = await cinema().member()
    const access = asha.client.jar.get('marquee_access') as string
    const refresh = asha.client.jar.get('marquee_refresh') as string
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())
    victim = { claims, access, refresh }
  })

  const readAs = (access: string) =>
    cinema()
      .visitor()
      .get(`/api/bookings/user/${asha.userId}`, { cookie: `marquee_access=${access}` })
  const changeAs = (access: string) =>
    cinema()
      .visitor()
      .post(
        `/api/user/update/${asha.userId}`,
        { username: 'Mallory' },
        { cookie: `marquee_access=${access}` },
      )

  test('made by the rules of this suite is taken, so that what follows proves something [S-1]', async () => {
    expect((await readAs(token(victim.claims))).statusCode).toBe(200)
  })

  test.each(FORGERIES)(
    '%s opens nothing [S-2][S-3][S-4][S-5][S-6][S-7][S-8][S-9][S-10][S-11][S-12][S-13]',
    async (_, forge) => {
      const forged = forge(victim)

      expectRefusal(await cinema().unchanged(() => readAs(forged)), SIGN_IN_REQUIRED)
      expectRefusal(await cinema().unchanged(() => changeAs(forged)), SIGN_IN_REQUIRED)
    },
  )

  test('for access renews nothing [S-14]', async () => {
    const { client } = await cinema().member()
    const access = client.jar.get('marquee_access') as string

    const answer = await cinema().unchanged(() =>
      cinema()
        .visitor()
        .post(
          '/api/auth/refresh-token',
          { userId: asha.userId },
          { cookie: `marquee_refresh=${access}` },
        ),
    )

    expectRefusal(answer, [
      401,
      'UNAUTHENTICATED',
      'Your session has expired. Please log in again.',
    ])
  })

  describe('of a visitor', () => {
    const tampered: [string, (cookie: string) => string][] = [
      ['of somebody else, with the signature of one’s own', (own) => own.replace(/^[^.]+/, 'asha')],
      ['without a signature', (own) => own.split('.')[0] ?? ''],
      ['with a signature of nothing', (own) => `${own.split('.')[0]}.`],
    ]

    test.each(tampered)('a name %s is nobody’s [S-15]', async (_, tamper) => {
      const { showtimeId, seats } = await createShowtime(world().ctx)
      const seatId = seats[0] as string
      const owner = cinema().visitor()
      await owner.get('/api/movies')
      const window = await cinema().window(owner)
      expect(await window.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
      const own = decodeURIComponent(owner.jar.get('marquee_holder') ?? '')
      const cookie = `marquee_holder=${encodeURIComponent(tamper(own))}`

      const stranger = await cinema().window({ cookies: () => cookie })
      const { text } = await cinema().visitor().get(`/api/seats/showtime/${showtimeId}`, { cookie })

      expect(text).toContain('"HELD"')
      expect(text).not.toContain('heldByMe')
      const release = () => stranger.ask('releaseSeat', { showtimeId, seatId })
      expect(await release()).toEqual({
        ok: false,
        code: 'NOT_OWNER',
        message: 'That place is not yours to release.',
      })
    })
  })
})
