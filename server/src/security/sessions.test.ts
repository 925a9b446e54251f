import { SESSION_ENDED } from '@marquee/contract/session'
import { expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  PASSWORD,
  SIGN_IN_REQUIRED,
  setupTestServer,
  type TestServer,
} from '#test/support/test-server.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { inTransaction } from '../database/transaction.ts'

const OVER = [401, 'UNAUTHENTICATED', SESSION_ENDED] as const
type Member = Awaited<ReturnType<TestServer['member']>>

describeDatabases('a session', (world) => {
  const cinema = setupTestServer(world)

  const whoIs = async (client: HttpClient) =>
    ((await client.get('/api/auth/session')).json() as { user: { _id: string } | null }).user
  const signIn = (client: HttpClient, { account }: Member) =>
    client.post('/api/auth/signin', account)
  /** Somebody else's browser with the same cookies. */
  const copyOf = ({ jar }: HttpClient) => {
    const copy = cinema().visitor()
    for (const [name, value] of jar) copy.jar.set(name, value)
    return copy
  }
  const renew = (client: HttpClient, userId: string) =>
    client.post('/api/auth/refresh-token', { userId })

  test('whose cookies were planted before sign-in gives the planter nothing [S-29]', async () => {
    const victim = await cinema().member('Victim')
    const mallory = await cinema().member('Mallory')
    const browser = copyOf(mallory.client)
    await signIn(browser, victim)

    expect(await whoIs(browser)).toMatchObject({ _id: victim.userId })
    expect(await whoIs(copyOf(mallory.client))).toBeNull()
    const bookings = `/api/bookings/user/${victim.userId}`
    expectRefusal(await cinema().unchanged(() => mallory.client.get(bookings)), SIGN_IN_REQUIRED)
    expectRefusal(await renew(copyOf(mallory.client), victim.userId), OVER)
  })

  test('of a visitor whose name was planted is in no way the planter’s [S-30]', async () => {
    const mallory = cinema().visitor()
    await mallory.get('/api/movies')
    const victim = await cinema().member()
    const browser = copyOf(mallory)
    await signIn(browser, victim)

    expect(browser.jar.get('marquee_holder')).toBe(mallory.jar.get('marquee_holder'))
    expect(await whoIs(mallory)).toBeNull()
    expectRefusal(await mallory.get(`/api/bookings/user/${victim.userId}`), SIGN_IN_REQUIRED)
  })

  test('has other tokens after every sign-in [S-31]', async () => {
    const asha = await cinema().member()
    const before = [asha.client.cookie('marquee_access'), asha.client.cookie('marquee_refresh')]
    await signIn(asha.client, asha)

    expect(before).not.toContain(asha.client.cookie('marquee_access'))
    expect(before).not.toContain(asha.client.cookie('marquee_refresh'))
  })

  test('that was signed out of cannot be gone on with from a copy of its cookies [S-32]', async () => {
    const asha = await cinema().member()
    const copy = copyOf(asha.client)
    await asha.client.post('/api/auth/signout')

    const bookings = `/api/bookings/user/${asha.userId}`
    expectRefusal(await cinema().unchanged(() => copy.get(bookings)), SIGN_IN_REQUIRED)
    expectRefusal(await renew(copyOf(copy), asha.userId), OVER)
    expect(await whoIs(copy)).toBeNull()
  })

  test('whose spent refresh token comes back after its grace ends for thief and owner alike [S-33]', async () => {
    const asha = await cinema().member()
    const thief = copyOf(asha.client)
    expect((await renew(asha.client, asha.userId)).statusCode).toBe(200)
    await world().clock.advance(31_000)

    expectRefusal(await renew(thief, asha.userId), OVER)
    expectRefusal(await renew(asha.client, asha.userId), OVER)
  })

  test('is renewed in no other name than its owner’s [S-34]', async () => {
    const [asha, ravi] = [await cinema().member('Asha'), await cinema().member('Ravi')]

    for (const name of [ravi.userId, crypto.randomUUID()]) {
      const answer = await cinema().unchanged(() => renew(asha.client, name))
      expectRefusal(answer, [403, 'FORBIDDEN', "You don't have access to this."])
    }
  })

  test('ends its windows when it is signed out of in another tab, and no others [S-35]', async () => {
    const [asha, ravi] = [await cinema().member('Asha'), await cinema().member('Ravi')]
    const [window, tab, others] = [
      await cinema().window(asha.client),
      await cinema().window(asha.client),
      await cinema().window(ravi.client),
    ]
    const reasons = [window, tab].map(({ disconnected }) => disconnected)
    await asha.client.post('/api/auth/signout')

    await cinema().realtime.closeEndedSessions()

    // Not by the server's own goodbye: after that, a browser would not come back as the visitor it still is.
    expect(await Promise.all(reasons)).toEqual(['transport close', 'transport close'])
    const { showtimeId } = await createShowtime(world().ctx)
    expect(await others.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
  })

  test('is the oldest of too many: it ends when the account is entered once more [S-36]', async () => {
    const asha = await cinema().member()
    const open = () =>
      inTransaction(world().ctx.db, { durable: false }, (tx) => createSession(tx, asha.userId))
    await world().clock.advance(1000)
    for (let others = 0; others < 19; others += 1) await open()
    expect(await whoIs(asha.client)).toMatchObject({ _id: asha.userId })

    await world().clock.advance(1000)
    const elsewhere = createHttpClient(cinema().url)
    await signIn(elsewhere, asha)

    expectRefusal(await renew(asha.client, asha.userId), OVER)
    expect(await whoIs(elsewhere)).toMatchObject({ _id: asha.userId })
    const live = world().ctx.db.selectFrom('sessions').where('ended_at', 'is', null)
    expect(await live.where('user_id', '=', asha.userId).select('id').execute()).toHaveLength(20)
  })

  test.each([
    [
      'the password is changed elsewhere',
      ({ client, userId }: Member) =>
        client.post(`/api/user/update/${userId}`, {
          password: 'another train',
          currentPassword: PASSWORD,
        }),
    ],
    [
      'the account is deleted elsewhere',
      ({ client, userId }: Member) => client.delete(`/api/user/delete/${userId}`),
    ],
  ])('ends, windows and all, when %s [S-37]', async (_, end) => {
    const asha = await cinema().member()
    const elsewhere = createHttpClient(cinema().url)
    await signIn(elsewhere, asha)
    const window = await cinema().window(elsewhere)
    const gone = window.disconnected

    expect((await end(asha)).statusCode).toBe(200)
    await cinema().realtime.closeEndedSessions()

    expect(await gone).toBe('transport close')
    expect(await whoIs(elsewhere)).toBeNull()
  })
})
