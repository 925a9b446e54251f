import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpAnswer, HttpClient } from '#test/support/http-client.ts'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { openSilentSocket, sendRaw } from '#test/support/raw-connection.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  PASSWORD,
  type Refusal,
  setupTestServer,
  type TestServer,
} from '#test/support/test-server.ts'

const RATE: Refusal = [429, 'RATE', 'Too many attempts. Please try again in a minute.']
const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

function expectRate(answer: HttpAnswer) {
  expectRefusal(answer, RATE)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
}

/** Makes the allowed number of calls. Returns the answer to one more, which must change nothing. */
const untilRefused =
  (server: () => TestServer) => async (many: number, call: () => Promise<HttpAnswer>) => {
    for (let n = 0; n < many; n += 1) expect((await call()).statusCode).not.toBe(429)
    return server().unchanged(call)
  }

describeDatabases('rate limits per account and user', (world) => {
  const server = setupTestServer(world)
  const afterAllowed = untilRefused(server)

  test('wrong passwords for one account are limited, and its owner stays signed in [S-108]', async () => {
    const owner = await server().member()
    const attacker = server().visitor()
    const guess = () =>
      attacker.post('/api/auth/signin', { ...owner.account, password: 'one of many' })

    expectRate(await afterAllowed(9, guess))
    const { account, client, userId } = owner
    expectRate(await server().unchanged(() => attacker.post('/api/auth/signin', account)))
    expect((await client.get(`/api/bookings/user/${userId}`)).statusCode).toBe(200)
    expect((await client.post('/api/auth/refresh-token', { userId })).statusCode).toBe(200)
    const google = { name: 'Asha', email: account.email, photo: '' }
    expect((await client.post('/api/auth/google', google)).statusCode).not.toBe(429)
  })

  test('wrong passwords for an unknown account in any spelling are limited alike [S-109]', async () => {
    const guess = (email: string) =>
      server().visitor().post('/api/auth/signin', { email, password: PASSWORD })

    expectRate(await afterAllowed(10, () => guess('unknown@example.com')))
    expectRate(await guess(' Unknown@Example.com'))
    expect((await guess('ravi@example.com')).statusCode).toBe(401)
  })

  test('profile updates, deletions and bookings of one user are limited [S-110]', async () => {
    const { client, userId } = await server().member()
    const other = crypto.randomUUID()
    const show = await createShowtime(world().ctx)
    const order = bookingRequest(show, other)

    expectRate(await afterAllowed(20, () => client.post(`/api/user/update/${userId}`, {})))
    expectRate(await afterAllowed(20, () => client.delete(`/api/user/delete/${other}`)))
    expectRate(await afterAllowed(60, () => client.post('/api/bookings', order)))
  })
})

describeDatabases('rate limits per address', (world) => {
  const server = setupTestServer(world)
  const afterAllowed = untilRefused(server)

  const EMAIL = 'asha@example.com'
  const anEmail = () => `${crypto.randomUUID()}@example.com`
  test.each([
    ['questions', '/api/faq/ask', 10, () => QUESTION],
    ['messages', '/api/contact/submit', 10, () => ({ name: 'A', email: EMAIL, message: 'Hello' })],
    [
      'sign-ins by Google',
      '/api/auth/google',
      60,
      () => ({ name: 'Asha', email: EMAIL, photo: '', credential: 'x' }),
    ],
    ['session refreshes', '/api/auth/refresh-token', 120, () => ({ userId: 'asha' })],
    [
      'sign-ups',
      '/api/auth/signup',
      60,
      () => ({ username: 'Asha', email: EMAIL, password: PASSWORD }),
    ],
    [
      'sign-ins at many accounts',
      '/api/auth/signin',
      120,
      () => ({ email: anEmail(), password: PASSWORD }),
    ],
  ])('%s are limited [S-111]', async (_, path, many, body) => {
    expectRate(await afterAllowed(many, () => server().visitor().post(path, body())))
  })

  test('forwarding headers do not avoid a limit without a trusted proxy [S-113]', async () => {
    const ask = (n: number) =>
      server()
        .visitor()
        .post('/api/faq/ask', QUESTION, {
          'x-forwarded-for': `10.0.0.${n}`,
          forwarded: `for=10.0.0.${n}`,
          'x-real-ip': `10.0.0.${n}`,
        })

    expectRate(await server().unchanged(() => ask(1)))
  })
})

describeDatabases('the limit of all calls', (world) => {
  test('refuses an address before the holder cookie and the database [S-112]', async () => {
    const { app } = await createTestApp(world().ctx)
    const ask = () => app.inject({ url: '/api/auth/session', headers: { cookie: 'a=b' } })
    for (let n = 0; n < 3000; n += 1) expect((await ask()).statusCode).toBe(200)

    const answer = await ask()
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ code: 'RATE', message: RATE[2] })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    await app.close()
  })
})

describeDatabases(
  'rate limits behind a trusted proxy',
  (world) => {
    const server = setupTestServer(world)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (client: HttpClient, address: string) =>
      client.post('/api/faq/ask', QUESTION, from(address))

    test('count by the address that the proxy saw [S-114]', async () => {
      const client = server().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, `198.51.100.${n}, 203.0.113.1`)).statusCode).toBe(200)
      }

      expectRate(await server().unchanged(() => ask(client, '203.0.113.1')))
      expect((await ask(client, '203.0.113.2')).statusCode).toBe(200)
    })

    test.each([
      ['its port', (n: number) => `203.0.113.9:${4000 + n}`, '::ffff:203.0.113.9', '203.0.113.10'],
      [
        'the last half of IPv6',
        (n: number) => `2001:db8:1:1::${n}`,
        '[2001:db8:1:1::ffff]:443',
        '2001:db8:1:2::1',
      ],
    ])('ignore %s in an address [S-115]', async (_, addressOf, same, other) => {
      const client = server().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, addressOf(n))).statusCode).toBe(200)
      }
      expectRate(await server().unchanged(() => ask(client, same)))
      expect((await ask(client, other)).statusCode).toBe(200)
    })

    test('count sockets by the address that the proxy saw [S-114]', async () => {
      const { url } = server()
      const open = (address: string) =>
        connectSocketClient(url, undefined, { headers: from(address) })
      const sockets = await Promise.all(['203.0.113.7', '203.0.113.7', '203.0.113.8'].map(open))

      await expect(open('203.0.113.7')).rejects.toThrow('Too many tabs')
      for (const socket of sockets) socket.close()
    })
  },
  { TRUST_PROXY: '1', SOCKETS_PER_ADDRESS: '2' },
)

describeDatabases(
  'socket limits',
  (world) => {
    const server = setupTestServer(world)
    const TOO_MANY = 'Too many tabs are open at once. Please close some and try again.'

    test('refuse a further socket of one holder until one is closed [S-116]', async () => {
      const visitor = server().visitor()
      await visitor.get('/api/movies')
      const [one, two] = [await server().openSocket(visitor), await server().openSocket(visitor)]

      await expect(server().openSocket(visitor)).rejects.toMatchObject({
        message: TOO_MANY,
        data: { ok: false, code: 'LIMIT', message: TOO_MANY },
      })
      await expect.poll(() => server().realtime.count()).toBe(2)
      one.close()
      await expect.poll(() => server().realtime.count()).toBe(1)
      const three = await server().openSocket(visitor)
      expect(three.isConnected()).toBe(true)
      for (const socket of [two, three]) socket.close()
      await expect.poll(() => server().realtime.count()).toBe(0)
    })

    test('refuse a further socket of one address [S-117]', async () => {
      const sockets = []
      for (let n = 0; n < 4; n += 1) sockets.push(await server().openSocket(server().visitor()))

      await expect(server().openSocket(server().visitor())).rejects.toThrow(TOO_MANY)
      for (const socket of sockets) socket.close()
      await expect.poll(() => server().realtime.count()).toBe(0)
    })

    test('count unused handshakes and refuse twice the limit at the handshake [S-117]', async () => {
      const handshake = () => server().visitor().get('/socket.io/?EIO=4&transport=polling')
      for (let n = 0; n < 8; n += 1) expect((await handshake()).statusCode).toBe(200)

      const answer = await server().unchanged(handshake)

      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: 4, message: TOO_MANY })
    })
  },
  { SOCKETS_PER_HOLDER: '2', SOCKETS_PER_ADDRESS: '4' },
)

describeDatabases('a flood of socket events without acknowledgement', (world) => {
  const server = setupTestServer(world)

  test('gets the true state of its places once [S-118]', async () => {
    const { showtimeId, seats, twoWheelers } = await createShowtime(world().ctx)
    const [seatId, lost, slotId] = [seats[0], seats[1], twoWheelers[0]] as [string, string, string]
    const socket = await server().openSocket(server().visitor())
    for (let n = 0; n < 60; n += 1) socket.emit('holdSeat', { showtimeId, seatId })
    // These exceed the event rate.
    socket.emit('holdSeat', { showtimeId, seatId: lost })
    socket.emit('holdParkingSlot', { showtimeId, slotId })

    const pushed = await socket.next('seatsUpdated', (push) => push.seats.length === 2)
    const { parkingSlots } = await socket.next('parkingUpdated')

    expect(pushed.seats).toMatchObject([
      { _id: seatId, status: 'HELD', heldByMe: true },
      { _id: lost, status: 'AVAILABLE' },
    ])
    expect(parkingSlots).toMatchObject([{ _id: slotId, status: 'AVAILABLE' }])
    expect(socket.all('seatsUpdated')).toHaveLength(1)
  })
})

describe('slow clients', () => {
  describeDatabases('a socket', (world) => {
    const server = setupTestServer(world, { connectTimeoutMs: 50 })

    test('without a first packet is closed [S-119]', async () => {
      const { closed } = await openSilentSocket(server().port)
      await closed
      await expect.poll(() => server().realtime.count()).toBe(0)
    })
  })

  describeDatabases('a request', (world) => {
    const PATIENCE = { requestTimeout: 100, headersTimeout: 50, connectionsCheckingInterval: 20 }

    const POST =
      'POST /api/faq/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

    test.each([
      ['with an incomplete header', 'GET /api/movies HTTP/1.1\r\nhost: local'],
      ['with an incomplete body', `${POST}content-length: 50\r\n\r\n{"email":`],
      ['with an incomplete chunked body', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{"\r\n`],
      ['without a first byte', ''],
    ])('%s gets 408 and is closed [S-120]', async (_, bytes) => {
      const { app } = await createTestApp(world().ctx, { timeouts: PATIENCE })
      await app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.server.address() as AddressInfo

      const [head = '', body = ''] = (await sendRaw(port, bytes)).split('\r\n\r\n')

      expect(head).toMatch(/^HTTP\/1\.1 408 /)
      expect(JSON.parse(body)).toMatchObject({
        success: false,
        statusCode: 408,
        code: 'TIMEOUT',
        message: 'The request took too long. Please try again.',
      })
      await app.close()
    })
  })
})
