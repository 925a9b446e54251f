import { randomBytes } from 'node:crypto'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { beforeAll, describe, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { type Member, SIGN_IN_REQUIRED, setupTestServer } from '#test/support/test-server.ts'

interface Victim {
  access: string
  refresh: string
  sessionId: string
  /** The hash of the access token, as the database stores it. */
  storedHash: string
}

const FORGERIES: [name: string, forge: (victim: Victim) => string][] = [
  ['that is empty', () => ''],
  ['of random bytes', () => randomBytes(32).toString('base64url')],
  ['that is cut off', ({ access }) => access.slice(0, -1)],
  ['with one character changed', ({ access }) => `${access.slice(1)}${access.slice(0, 1)}`],
  ['that is the stored hash', ({ storedHash }) => storedHash],
  ['that is the session id', ({ sessionId }) => sessionId],
  ['that is an SQL wildcard', () => '%'],
  ['that is an unsigned JWT of the session', ({ sessionId }) => unsignedJwt({ sid: sessionId })],
  ['that is the refresh token', ({ refresh }) => refresh],
]

function unsignedJwt(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}

describeContext('access token', (context) => {
  const server = setupTestServer(context)
  let asha: Member
  let victim: Victim

  beforeAll(async () => {
    asha = await server().member()
    const access = asha.client.jar.get('marquee_access_3000') as string
    const refresh = asha.client.jar.get('marquee_refresh_3000') as string
    const stored = await context()
      .ctx.db.selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .where('user_id', '=', asha.userId)
      .select(['session_id', 'access_hash'])
      .executeTakeFirstOrThrow()
    const { session_id: sessionId, access_hash: storedHash } = stored
    victim = { access, refresh, sessionId, storedHash: storedHash ?? '' }
  })

  const readAs = (access: string) =>
    server()
      .visitor()
      .get(`/api/bookings/user/${asha.userId}`, { cookie: `marquee_access_3000=${access}` })
  const postAs = (cookie: string, path: string, body: object) =>
    server().visitor().post(path, body, { cookie })

  test('a valid access token is accepted [S-1]', async () => {
    expect((await readAs(victim.access)).statusCode).toBe(200)
  })

  test.each(FORGERIES)(
    'an access token %s is refused and changes nothing [S-2][S-6][S-11][S-12][S-13]',
    async (_, forge) => {
      const access = forge(victim)
      const path = `/api/user/update/${asha.userId}`
      const change = () => postAs(`marquee_access_3000=${access}`, path, { username: 'Mallory' })

      await server().expectRefused(() => readAs(access), SIGN_IN_REQUIRED)
      await server().expectRefused(change, SIGN_IN_REQUIRED)
    },
  )

  test('an expired access token is refused [S-10]', async () => {
    await context().clock.advance(15 * 60_000 + 1)

    await server().expectRefused(() => readAs(victim.access), SIGN_IN_REQUIRED)
    await context().clock.advance(-15 * 60_000 - 1)
  })

  test('an access token used as a refresh token is refused [S-14]', async () => {
    const { client, userId } = await server().member()
    const cookie = `marquee_refresh_3000=${client.jar.get('marquee_access_3000')}`

    await server().expectRefused(
      () => postAs(cookie, '/api/auth/refresh-token', { userId }),
      [401, 'UNAUTHENTICATED', SESSION_ENDED],
    )
  })

  describe('visitor cookie', () => {
    const tampered: [string, (cookie: string) => string][] = [
      ['with another id under the same signature', (own) => own.replace(/^[^.]+/, 'asha')],
      ['without a signature', (own) => own.split('.')[0] ?? ''],
      ['with an empty signature', (own) => `${own.split('.')[0]}.`],
    ]

    test.each(tampered)(
      'a visitor cookie %s gives no access to the holds [S-15]',
      async (_, tamper) => {
        const { showtimeId, seats } = await createShowtime(context().ctx)
        const seatId = seats[0] as string
        const owner = server().visitor()
        await owner.get('/api/movies')
        const socket = await server().openSocket(owner)
        expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
        const own = decodeURIComponent(owner.jar.get('marquee_visitor_3000') ?? '')
        const cookie = `marquee_visitor_3000=${encodeURIComponent(tamper(own))}`

        const stranger = await server().openSocket({ cookies: () => cookie })
        const { text } = await server()
          .visitor()
          .get(`/api/seats/showtime/${showtimeId}`, { cookie })

        expect(text).toContain('"HELD"')
        expect(text).not.toContain('heldByMe')
        const release = await stranger.ask('releaseSeat', { showtimeId, seatId })
        const message = 'You can release only your own seats and parking slots.'
        expect(release).toEqual({ ok: false, code: 'NOT_OWNER', message })
      },
    )
  })
})
