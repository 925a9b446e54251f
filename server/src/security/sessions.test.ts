import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  FORBIDDEN,
  type Member,
  notFound,
  openTestServer,
  PASSWORD,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'
import { inTransaction } from '../database/transaction.ts'
import { createSession } from '../http/session/sessions.service.ts'

const EXPIRED = [401, 'UNAUTHENTICATED', SESSION_ENDED] as const
const DEVICE_NOT_FOUND = notFound('This device is not signed in any more.')

describeDatabases('session', (context) => {
  const server = setupTestServer(context)

  const readUser = async (client: HttpClient) =>
    ((await client.get('/api/auth/session')).json() as { user: { _id: string } | null }).user
  const signIn = (client: HttpClient, { account }: Member) =>
    client.post('/api/auth/signin', account)
  /** Another browser with the same cookies. */
  const copyOf = ({ jar }: HttpClient) => {
    const copy = server().visitor()
    for (const [name, value] of jar) copy.jar.set(name, value)
    return copy
  }
  /** The sessions of a user, the one of this client first. */
  const listSessions = async (client: HttpClient) =>
    (await client.get('/api/auth/sessions')).json() as { _id: string }[]
  const renew = (client: HttpClient, userId: string) =>
    client.post('/api/auth/refresh-token', { userId })
  const changePassword = ({ client, userId }: Member) => {
    const change = { password: 'another train', currentPassword: PASSWORD }
    return client.post(`/api/user/update/${userId}`, change)
  }
  const deleteAccount = ({ client, userId }: Member) => client.delete(`/api/user/delete/${userId}`)

  test('session cookies set by an attacker before sign-in give the attacker no access [S-29]', async () => {
    const victim = await server().member('Victim')
    const mallory = await server().member('Mallory')
    const browser = copyOf(mallory.client)
    await signIn(browser, victim)

    expect(await readUser(browser)).toMatchObject({ _id: victim.userId })
    expect(await readUser(copyOf(mallory.client))).toBeNull()
    const bookings = `/api/bookings/user/${victim.userId}`
    await server().expectRefused(() => mallory.client.get(bookings), SIGN_IN_REQUIRED)
    expectRefusal(await renew(copyOf(mallory.client), victim.userId), EXPIRED)
  })

  test('a visitor cookie set by an attacker before sign-in gives no access to the account [S-30]', async () => {
    const mallory = server().visitor()
    await mallory.get('/api/movies')
    const victim = await server().member()
    const browser = copyOf(mallory)
    await signIn(browser, victim)

    expect(browser.jar.get('marquee_visitor_3000')).toBe(mallory.jar.get('marquee_visitor_3000'))
    expect(await readUser(mallory)).toBeNull()
    expectRefusal(await mallory.get(`/api/bookings/user/${victim.userId}`), SIGN_IN_REQUIRED)
  })

  test('a session has new tokens after every sign-in [S-31]', async () => {
    const asha = await server().member()
    const before = [
      asha.client.cookie('marquee_access_3000'),
      asha.client.cookie('marquee_refresh_3000'),
    ]
    await signIn(asha.client, asha)

    expect(before).not.toContain(asha.client.cookie('marquee_access_3000'))
    expect(before).not.toContain(asha.client.cookie('marquee_refresh_3000'))
  })

  test('session cookies copied before sign-out are refused after it [S-32]', async () => {
    const asha = await server().member()
    const copy = copyOf(asha.client)
    await asha.client.post('/api/auth/signout')

    const bookings = `/api/bookings/user/${asha.userId}`
    await server().expectRefused(() => copy.get(bookings), SIGN_IN_REQUIRED)
    expectRefusal(await renew(copyOf(copy), asha.userId), EXPIRED)
    expect(await readUser(copy)).toBeNull()
  })

  test('a refresh token reused after the grace period ends the session for thief and owner [S-33]', async () => {
    const asha = await server().member()
    const thief = copyOf(asha.client)
    expect((await renew(asha.client, asha.userId)).statusCode).toBe(200)
    await context().clock.advance(31_000)

    expectRefusal(await renew(thief, asha.userId), EXPIRED)
    expectRefusal(await renew(asha.client, asha.userId), EXPIRED)
  })

  test('session renewal with the id of another user is refused [S-34]', async () => {
    const [asha, ravi] = [await server().member('Asha'), await server().member('Ravi')]

    for (const name of [ravi.userId, crypto.randomUUID()]) {
      await server().expectRefused(() => renew(asha.client, name), FORBIDDEN)
    }
  })

  test('sign-out in one tab closes the connections of that session only [S-35]', async () => {
    const [asha, ravi] = [await server().member('Asha'), await server().member('Ravi')]
    const [socket, tab, others] = [
      await server().openSocket(asha.client),
      await server().openSocket(asha.client),
      await server().openSocket(ravi.client),
    ]
    const reasons = [socket, tab].map(({ disconnected }) => disconnected)
    await asha.client.post('/api/auth/signout')

    await server().realtime.closeEndedSessions()

    // Not a disconnect by the server: after that, a client does not reconnect, as it should as a signed-out visitor.
    expect(await Promise.all(reasons)).toEqual(['transport close', 'transport close'])
    const { showtimeId } = await createShowtime(context().ctx)
    expect(await others.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
  })

  test('the devices of another user can neither be seen nor signed out [S-166]', async () => {
    const [asha, ravi] = [await server().member('Asha'), await server().member('Ravi')]
    const [device] = await listSessions(ravi.client)
    const path = `/api/auth/sessions/${device?._id}`

    await server().expectRefused(() => asha.client.delete(path), DEVICE_NOT_FOUND)
    const visitor = server().visitor()
    for (const call of [
      () => visitor.get('/api/auth/sessions'),
      () => visitor.delete(path),
      () => visitor.delete('/api/auth/sessions'),
    ]) {
      await server().expectRefused(call, SIGN_IN_REQUIRED)
    }
    expect(await listSessions(asha.client)).toHaveLength(1)
    expect((await asha.client.delete('/api/auth/sessions')).statusCode).toBe(200)
    expect(await listSessions(ravi.client)).toMatchObject([{ _id: device?._id }])
  })

  test.each([
    ['one device', async (client: HttpClient) => `/${(await listSessions(client))[1]?._id}`],
    ['all devices', async () => ''],
  ])('signing out %s closes its connections, at every node [S-167]', async (_, pathOf) => {
    const asha = await server().member()
    const elsewhere = createHttpClient(server().url)
    await signIn(elsewhere, asha)
    const node = await openTestServer({ ctx: createNodeContext(context().ctx) })
    const sockets = [await server().openSocket(elsewhere), await node.openSocket(elsewhere)]
    const reasons = sockets.map(({ disconnected }) => disconnected)

    await asha.client.delete(`/api/auth/sessions${await pathOf(asha.client)}`)
    await server().realtime.closeEndedSessions()
    await node.realtime.closeEndedSessions()

    expect(await Promise.all(reasons)).toEqual(['transport close', 'transport close'])
    await node.close()
  })

  test('the oldest of 20 sessions ends at the next sign-in [S-36]', async () => {
    const asha = await server().member()
    const openSession = () =>
      inTransaction(context().ctx.db, { durable: false }, (tx) =>
        createSession(tx, asha.userId, { visitorId: '', ipKey: '', userAgent: undefined }),
      )
    await context().clock.advance(1000)
    for (let count = 0; count < 19; count += 1) await openSession()
    expect(await readUser(asha.client)).toMatchObject({ _id: asha.userId })

    await context().clock.advance(1000)
    const elsewhere = createHttpClient(server().url)
    await signIn(elsewhere, asha)

    expectRefusal(await renew(asha.client, asha.userId), EXPIRED)
    expect(await readUser(elsewhere)).toMatchObject({ _id: asha.userId })
    const live = context().ctx.db.selectFrom('sessions').where('ended_at', 'is', null)
    expect(await live.where('user_id', '=', asha.userId).select('id').execute()).toHaveLength(20)
  })

  test.each([
    ['the password is changed elsewhere', changePassword],
    ['the account is deleted elsewhere', deleteAccount],
  ])('a session ends with its connections when %s [S-37]', async (_, end) => {
    const asha = await server().member()
    const elsewhere = createHttpClient(server().url)
    await signIn(elsewhere, asha)
    const socket = await server().openSocket(elsewhere)
    const disconnected = socket.disconnected

    expect((await end(asha)).statusCode).toBe(200)
    await server().realtime.closeEndedSessions()

    expect(await disconnected).toBe('transport close')
    expect(await readUser(elsewhere)).toBeNull()
  })
})
