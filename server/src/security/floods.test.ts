import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpClient, HttpResponse } from '#test/support/http-client.ts'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { openSilentSocket, sendRaw } from '#test/support/raw-connection.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext, LOW_COST } from '#test/support/test-context.ts'
import {
  expectRefusal,
  openTestServer,
  PASSWORD,
  type Refusal,
  setupServerPerTest,
  setupTestServer,
  type TestServer,
  withLimits,
} from '#test/support/test-server.ts'
import { createPasswords } from '../accounts/sign-in/passwords.ts'
import { CALL_LIMITS } from '../limits/rate-limits.ts'
import { createFairQueue } from '../platform/concurrency/fair-queue.ts'

const RATE: Refusal = [429, 'RATE', 'Too many attempts. Please try again in a minute.']
/** The limits of calls, reached with a tenth of the calls. */
const A_TENTH = CALL_LIMITS.map((limit) => ({ ...limit, perMinute: limit.perMinute / 10 }))
const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

function expectRate(response: HttpResponse) {
  expectRefusal(response, RATE)
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
}

/** Makes the allowed number of calls. Returns the response to one more, which must change nothing. */
const untilRefused =
  (server: () => TestServer) => async (many: number, call: () => Promise<HttpResponse>) => {
    for (let n = 0; n < many; n += 1) expect((await call()).statusCode).not.toBe(429)
    return server().unchanged(call)
  }

describeContext('rate limits per account', (context) => {
  const server = setupTestServer(context)
  const afterAllowed = untilRefused(server)

  test('wrong passwords for one account are limited, and its owner stays signed in [S-108]', async () => {
    const owner = await server().member()
    const attacker = server().visitor()
    const guess = () =>
      attacker.post('/api/auth/signin', { ...owner.account, password: 'one of many' })

    expectRate(await afterAllowed(10, guess))
    const { account, client, userId } = owner
    expectRate(await server().unchanged(() => attacker.post('/api/auth/signin', account)))
    expect((await client.post('/api/auth/signin', account)).statusCode).toBe(200)
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
})

describeContext('rate limits per user', (context) => {
  const server = setupTestServer(context, { callLimits: A_TENTH })
  const afterAllowed = untilRefused(server)

  test('profile updates, deletions, sign-outs of devices and bookings of one user are limited [S-110]', async () => {
    const { client, userId } = await server().member()
    const other = crypto.randomUUID()
    const show = await createShowtime(context().ctx)
    const order = bookingRequest(show, other)

    expectRate(await afterAllowed(2, () => client.post(`/api/user/update/${userId}`, {})))
    expectRate(await afterAllowed(2, () => client.delete(`/api/user/delete/${other}`)))
    expectRate(await afterAllowed(6, () => client.post('/api/bookings', order)))
    expectRate(await afterAllowed(6, () => client.delete(`/api/auth/sessions/${other}`)))
    expectRate(await afterAllowed(2, () => server().visitor().delete('/api/auth/sessions')))
  })
})

describeContext('rate limits per address', (context) => {
  const server = setupTestServer(context, { callLimits: A_TENTH })
  const afterAllowed = untilRefused(server)

  const EMAIL = 'asha@example.com'
  const anEmail = () => `${crypto.randomUUID()}@example.com`
  test.each([
    ['questions', '/api/faq/ask', 1, () => QUESTION],
    ['messages', '/api/contact/submit', 1, () => ({ name: 'A', email: EMAIL, message: 'Hello' })],
    [
      'sign-ins by Google',
      '/api/auth/google',
      6,
      () => ({ name: 'Asha', email: EMAIL, photo: '', credential: 'x' }),
    ],
    ['session refreshes', '/api/auth/refresh-token', 12, () => ({ userId: 'asha' })],
    [
      'sign-ups',
      '/api/auth/signup',
      6,
      () => ({ username: 'Asha', email: EMAIL, password: PASSWORD }),
    ],
    [
      'sign-ins at many accounts',
      '/api/auth/signin',
      12,
      () => ({ email: anEmail(), password: PASSWORD }),
    ],
  ])('%s from one address are limited [S-111]', async (_, path, many, body) => {
    expectRate(await afterAllowed(many, () => server().visitor().post(path, body())))
  })
})

describeContext('rate limits without a trusted proxy', (context) => {
  const server = setupTestServer(context, { callLimits: A_TENTH })

  test('forwarding headers do not avoid a limit without a trusted proxy [S-113]', async () => {
    const ask = (n: number) =>
      server()
        .visitor()
        .post('/api/faq/ask', QUESTION, {
          'x-forwarded-for': `10.0.0.${n}`,
          forwarded: `for=10.0.0.${n}`,
          'x-real-ip': `10.0.0.${n}`,
        })

    expect((await ask(1)).statusCode).toBe(200)
    expectRate(await server().unchanged(() => ask(2)))
  })
})

describeContext('limit of all calls', (context) => {
  test('the limit of all calls refuses an address before the visitor cookie and the database [S-112]', async () => {
    const { app } = await createTestApp(withLimits(context().ctx, { callsPerAddress: 20 }))
    const ask = () => app.inject({ url: '/api/auth/session', headers: { cookie: 'a=b' } })
    for (let n = 0; n < 20; n += 1) expect((await ask()).statusCode).toBe(200)

    const response = await ask()
    expect(response.statusCode).toBe(429)
    expect(response.json()).toMatchObject({ code: 'RATE', message: RATE[2] })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(response.headers).not.toHaveProperty('set-cookie')
    await app.close()
  })
})

describeContext('limit of all requests', (context) => {
  test('the limit of all requests refuses files, pages and health checks of an address [S-153]', async () => {
    const { app } = await createTestApp(withLimits(context().ctx, { requestsPerAddress: 20 }))
    const paths = ['/livez', '/about', '/favicon.svg', '/api/nothing']
    const ask = (n: number) =>
      app.inject({ url: paths[n % 4] as string, remoteAddress: '192.0.2.1' })
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).statusCode).not.toBe(429)

    for (const [n] of paths.entries()) {
      const response = await ask(n)
      expect(response.statusCode).toBe(429)
      expect(response.json()).toMatchObject({ code: 'RATE', message: RATE[2] })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await app.inject({ url: '/livez', remoteAddress: '192.0.2.2' })).statusCode).toBe(200)
    await app.close()
  })
})

describeContext(
  'rate limits behind a trusted proxy',
  (context) => {
    const server = setupTestServer(context)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (client: HttpClient, address: string) =>
      client.post('/api/faq/ask', QUESTION, from(address))

    test('rate limits count by the address that the proxy saw [S-114]', async () => {
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
    ])('rate limits ignore %s in an address [S-115]', async (_, addressOf, same, other) => {
      const client = server().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, addressOf(n))).statusCode).toBe(200)
      }
      expectRate(await server().unchanged(() => ask(client, same)))
      expect((await ask(client, other)).statusCode).toBe(200)
    })

    test('a flood of sign-ins from one address delays other addresses by one hash [S-143]', async () => {
      const queue = createFairQueue({ concurrency: 1, maxQueued: 8 })
      const { hash, verify } = createPasswords({ cost: LOW_COST, queue })
      let waiting = 0
      const verified: string[] = []
      const passwords: ReturnType<typeof createPasswords> = {
        hash,
        verify: async (password, passwordHash, ipKey) => {
          waiting += 1
          const isRight = await verify(password, passwordHash, ipKey)
          verified.push(ipKey)
          return isRight
        },
      }
      const flooded = await openTestServer({ ctx: { ...context().ctx, passwords } })
      const strangers = await Promise.all(Array.from({ length: 4 }, () => flooded.member()))
      const signIn = async (email: string, address: string) => {
        const credentials = { email, password: PASSWORD }
        const response = await flooded
          .visitor()
          .post('/api/auth/signin', credentials, from(address))
        return response.statusCode
      }
      // The queue does not move until all sign-ins wait in it.
      const { promise: moving, resolve: move } = Promise.withResolvers<void>()
      void queue(['another address'], () => moving)
      waiting = 0
      verified.length = 0

      const flood = Array.from({ length: 20 }, (_, n) => signIn(`${n}@example.com`, '203.0.113.3'))
      await expect.poll(() => waiting).toBe(20)
      const others = strangers.map(({ account }, n) => signIn(account.email, `203.0.113.${20 + n}`))
      await expect.poll(() => waiting).toBe(24)
      move()

      expect(await Promise.all(others)).toEqual(Array(4).fill(200))
      expect((await Promise.all(flood)).toSorted()).toEqual([
        ...Array(4).fill(401),
        ...Array(16).fill(503),
      ])
      const addresses = strangers.map((_, n) => `203.0.113.${20 + n}`)
      expect(verified.slice(0, 5).toSorted()).toEqual([...addresses, '203.0.113.3'])
      await flooded.close()
    })

    test('socket limits count by the address that the proxy saw [S-114]', async () => {
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

describeContext(
  'socket limits',
  (context) => {
    const server = setupServerPerTest(context)
    const TOO_MANY = 'Too many tabs are open at once. Please close some and try again.'

    test('socket limits refuse a further socket of one visitor until one is closed [S-116]', async () => {
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

    test('socket limits refuse a further socket of one address [S-117]', async () => {
      const sockets = []
      for (let n = 0; n < 4; n += 1) sockets.push(await server().openSocket(server().visitor()))

      await expect(server().openSocket(server().visitor())).rejects.toThrow(TOO_MANY)
      for (const socket of sockets) socket.close()
      await expect.poll(() => server().realtime.count()).toBe(0)
    })

    test('socket limits count unused handshakes and refuse twice the limit at the handshake [S-117]', async () => {
      const handshake = () => server().visitor().get('/socket.io/?EIO=4&transport=polling')
      for (let n = 0; n < 8; n += 1) expect((await handshake()).statusCode).toBe(200)

      const response = await server().unchanged(handshake)

      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({ code: 4, message: TOO_MANY })
    })
  },
  { SOCKETS_PER_VISITOR: '2', SOCKETS_PER_ADDRESS: '4' },
)

describeContext('floods of polling requests', (context) => {
  test('the limit of polling requests refuses an address and closes its connection, also when the requests are pipelined [S-179]', async () => {
    const ctx = withLimits(context().ctx, {
      pollingRequestsPerAddress: { burst: 20, perSecond: 0 },
    })
    const server = await openTestServer({ ctx })
    const poll =
      'GET /socket.io/?EIO=4&transport=polling&sid=guessed HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const answers = async (count: number) =>
      (await sendRaw(server.port, poll.repeat(count))).match(/HTTP\/1\.1 \d+/g) ?? []

    const allowed = await answers(30)

    expect(allowed.slice(0, 20)).toEqual(Array(20).fill('HTTP/1.1 400'))
    expect(allowed.slice(20)).toEqual(['HTTP/1.1 429'])
    expect(await answers(5)).toEqual(['HTTP/1.1 429'])
    expect((await server.visitor().get('/livez')).statusCode).toBe(200)
    await server.close()
  })
})

describeContext('floods of socket handshakes', (context) => {
  test('a handshake above the limit of an address is refused with 403 [S-157]', async () => {
    const handshakesPerAddress = { burst: 20, perSecond: 0 }
    const server = await openTestServer({
      ctx: withLimits(context().ctx, { handshakesPerAddress }),
    })
    const handshake = () => server.visitor().get('/socket.io/?EIO=4&transport=polling')
    for (let n = 0; n < 20; n += 1) expect((await handshake()).statusCode).toBe(200)

    const response = await server.unchanged(handshake)

    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      code: 4,
      message: 'Too many requests. Please wait a moment and try again.',
    })
    await server.close()
  })
})

describeContext('floods of socket events', (context) => {
  const server = setupTestServer(context)

  test('a flood of socket events without acknowledgement gets the state of its places once [S-118]', async () => {
    const { showtimeId, seats, twoWheelers } = await createShowtime(context().ctx)
    const [seatId, lost, slotId] = [seats[0], seats[1], twoWheelers[0]] as [string, string, string]
    const socket = await server().openSocket(server().visitor())
    await socket.ask('holdSeat', { showtimeId, seatId })
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
  describeContext('sockets', (context) => {
    const server = setupTestServer(context, { connectTimeoutMs: 50 })

    test('a socket without a first packet is closed [S-119]', async () => {
      const { closed } = await openSilentSocket(server().port)
      await closed
      await expect.poll(() => server().realtime.count()).toBe(0)
    })
  })

  describeContext('requests', (context) => {
    const TIMEOUTS = { requestTimeout: 100, headersTimeout: 50, connectionsCheckingInterval: 20 }

    const POST =
      'POST /api/faq/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

    test.each([
      ['with an incomplete header', 'GET /api/movies HTTP/1.1\r\nhost: local'],
      ['with an incomplete body', `${POST}content-length: 50\r\n\r\n{"email":`],
      ['with an incomplete chunked body', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{"\r\n`],
      ['without a first byte', ''],
    ])('a request %s gets 408 and is closed [S-120]', async (_, bytes) => {
      const { app } = await createTestApp(context().ctx, { timeouts: TIMEOUTS })
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
