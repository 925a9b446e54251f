import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { HttpAnswer, HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { openSilentSocket } from '#test/support/raw-connection.ts'
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

/** The first answer after as many as are allowed, which must change nothing. */
const untilRefused =
  (cinema: () => TestServer) => async (many: number, call: () => Promise<HttpAnswer>) => {
    for (let n = 0; n < many; n += 1) expect((await call()).statusCode).not.toBe(429)
    return cinema().unchanged(call)
  }

describeDatabases('a flood of calls', (world) => {
  const cinema = setupTestServer(world)
  const afterAllowed = untilRefused(cinema)

  test('of guesses at one password stops, and keeps its owner neither signed out nor from renewing [S-108]', async () => {
    const owner = await cinema().member()
    const burglar = cinema().visitor()
    const guess = () =>
      burglar.post('/api/auth/signin', { ...owner.account, password: 'one of many' })

    expectRate(await afterAllowed(9, guess))
    const { account, client, userId } = owner
    expectRate(await cinema().unchanged(() => burglar.post('/api/auth/signin', account)))
    expect((await client.get(`/api/bookings/user/${userId}`)).statusCode).toBe(200)
    expect((await client.post('/api/auth/refresh-token', { userId })).statusCode).toBe(200)
    const google = { name: 'Asha', email: account.email, photo: '' }
    expect((await client.post('/api/auth/google', google)).statusCode).not.toBe(429)
  })

  test('of guesses at an account that is none stops just so [S-109]', async () => {
    const burglar = cinema().visitor()
    const guess = () =>
      burglar.post('/api/auth/signin', { email: 'nobody@example.com', password: PASSWORD })

    expectRate(await afterAllowed(10, guess))
  })

  test('of changes, deletions and orders of one person stops [S-110]', async () => {
    const { client, userId } = await cinema().member()
    const other = crypto.randomUUID()
    const order = {
      movieId: 'x',
      showtimeId: 'x',
      userId: other,
      seatIds: ['x'],
      parkingSlotIds: [],
      totalCost: 1,
      phone: null,
    }

    expectRate(await afterAllowed(20, () => client.post(`/api/user/update/${userId}`, {})))
    expectRate(await afterAllowed(20, () => client.delete(`/api/user/delete/${other}`)))
    expectRate(await afterAllowed(60, () => client.post('/api/bookings', order)))
  })
})

describeDatabases('a flood from one address', (world) => {
  const cinema = setupTestServer(world)
  const afterAllowed = untilRefused(cinema)

  const anAddress = () => `${crypto.randomUUID()}@example.com`
  test.each([
    ['questions', '/api/faq/ask', 10, () => QUESTION],
    [
      'messages',
      '/api/contact/submit',
      10,
      () => ({ name: 'Ravi', email: 'ravi@example.com', message: 'Hello' }),
    ],
    [
      'sign-ins by Google',
      '/api/auth/google',
      60,
      () => ({ name: 'Asha', email: 'asha@example.com', photo: '', credential: 'x' }),
    ],
    ['renewals', '/api/auth/refresh-token', 120, () => ({ userId: 'asha' })],
    [
      'sign-ups',
      '/api/auth/signup',
      60,
      () => ({ username: 'Asha', email: 'asha@example.com', password: PASSWORD }),
    ],
    [
      'guesses at many accounts',
      '/api/auth/signin',
      120,
      () => ({ email: anAddress(), password: PASSWORD }),
    ],
  ])('of %s from one address stops [S-111]', async (_, path, many, body) => {
    expectRate(await afterAllowed(many, () => cinema().visitor().post(path, body())))
  })

  test('does not get round its limit by naming other addresses [S-113]', async () => {
    const ask = (n: number) =>
      cinema()
        .visitor()
        .post('/api/faq/ask', QUESTION, {
          'x-forwarded-for': `10.0.0.${n}`,
          forwarded: `for=10.0.0.${n}`,
          'x-real-ip': `10.0.0.${n}`,
        })

    expectRate(await cinema().unchanged(() => ask(1)))
  })
})

describeDatabases('a flood of any calls', (world) => {
  test('from one address stops before anything is read for it [S-112]', async () => {
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
  'behind a proxy that is trusted',
  (world) => {
    const cinema = setupTestServer(world)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (client: HttpClient, address: string) =>
      client.post('/api/faq/ask', QUESTION, from(address))

    test('each browser has its own limit, and the words of the one before it count for nothing [S-114]', async () => {
      const client = cinema().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, `198.51.100.${n}, 203.0.113.1`)).statusCode).toBe(200)
      }

      expectRate(await cinema().unchanged(() => ask(client, '203.0.113.1')))
      expect((await ask(client, '203.0.113.2')).statusCode).toBe(200)
    })

    test('a port beside the address makes it no other one [S-115]', async () => {
      const client = cinema().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, `203.0.113.9:${4000 + n}`)).statusCode).toBe(200)
      }
      expectRate(await cinema().unchanged(() => ask(client, '203.0.113.9')))
    })

    test('a household’s many addresses are one [S-115]', async () => {
      const client = cinema().visitor()
      for (let n = 0; n < 10; n += 1) {
        expect((await ask(client, `2001:db8:1:1::${n}`)).statusCode).toBe(200)
      }
      expectRate(await cinema().unchanged(() => ask(client, '[2001:db8:1:1::ffff]:443')))
      expect((await ask(client, '2001:db8:1:2::1')).statusCode).toBe(200)
    })

    test('each browser has its own windows [S-114]', async () => {
      const { url } = cinema()
      const open = (address: string) =>
        connectSocketClient(url, undefined, { headers: from(address) })
      const windows = await Promise.all(['203.0.113.7', '203.0.113.7', '203.0.113.8'].map(open))

      await expect(open('203.0.113.7')).rejects.toThrow('Too many tabs')
      for (const window of windows) window.close()
    })
  },
  { TRUST_PROXY: '1', SOCKETS_PER_ADDRESS: '2' },
)

describeDatabases(
  'windows',
  (world) => {
    const cinema = setupTestServer(world)
    const TOO_MANY = 'Too many tabs are open at once. Please close some and try again.'

    test('of one visitor are so many, and the next is refused in words until one is closed [S-116]', async () => {
      const visitor = cinema().visitor()
      await visitor.get('/api/movies')
      const [one, two] = [await cinema().window(visitor), await cinema().window(visitor)]

      await expect(cinema().window(visitor)).rejects.toMatchObject({
        message: TOO_MANY,
        data: { ok: false, code: 'LIMIT', message: TOO_MANY },
      })
      await expect.poll(() => cinema().realtime.count()).toBe(2)
      one.close()
      await expect.poll(() => cinema().realtime.count()).toBe(1)
      const three = await cinema().window(visitor)
      expect(three.isConnected()).toBe(true)
      for (const window of [two, three]) window.close()
      await expect.poll(() => cinema().realtime.count()).toBe(0)
    })

    test('from one address are so many, whoever opens them [S-117]', async () => {
      const windows = []
      for (let n = 0; n < 4; n += 1) windows.push(await cinema().window(cinema().visitor()))

      await expect(cinema().window(cinema().visitor())).rejects.toThrow(TOO_MANY)
      for (const window of windows) window.close()
      await expect.poll(() => cinema().realtime.count()).toBe(0)
    })

    test('that are lines without a word count, and a storm of them is turned away at the door [S-117]', async () => {
      const knock = () => cinema().visitor().get('/socket.io/?EIO=4&transport=polling')
      for (let n = 0; n < 8; n += 1) expect((await knock()).statusCode).toBe(200)

      const answer = await cinema().unchanged(knock)

      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: 4, message: TOO_MANY })
    })
  },
  { SOCKETS_PER_HOLDER: '2', SOCKETS_PER_ADDRESS: '4' },
)

describeDatabases('a flood that wants no answer', (world) => {
  const cinema = setupTestServer(world)

  test('is told the truth about what it asked for, once it is over [S-118]', async () => {
    const { showtimeId, seats, twoWheelers } = await createShowtime(world().ctx)
    const [seatId, lost, slotId] = [seats[0], seats[1], twoWheelers[0]] as [string, string, string]
    const window = await cinema().window(cinema().visitor())
    for (let n = 0; n < 60; n += 1) window.emit('holdSeat', { showtimeId, seatId })
    // These come too late to be heard.
    window.emit('holdSeat', { showtimeId, seatId: lost })
    window.emit('holdParkingSlot', { showtimeId, slotId })

    const { seats: told } = await window.next('seatsUpdated', ({ seats: all }) => all.length === 2)
    const { parkingSlots } = await window.next('parkingUpdated')

    expect(told).toMatchObject([
      { _id: seatId, status: 'HELD', heldByMe: true },
      { _id: lost, status: 'AVAILABLE' },
    ])
    expect(parkingSlots).toMatchObject([{ _id: slotId, status: 'AVAILABLE' }])
    expect(window.all('seatsUpdated')).toHaveLength(1)
  })
})

describe('on a line that is too slow', () => {
  describeDatabases('a window', (world) => {
    const cinema = setupTestServer(world, { connectTimeoutMs: 50 })

    test('that says no first word is closed [S-119]', async () => {
      const { closed } = await openSilentSocket(cinema().port)
      await closed
      await expect.poll(() => cinema().realtime.count()).toBe(0)
    })
  })

  describeDatabases('a sender', (world) => {
    const PATIENCE = { requestTimeout: 100, headersTimeout: 50, connectionsCheckingInterval: 20 }

    test.each([
      ['of a head', 'GET /api/movies HTTP/1.1\r\nhost: local'],
      [
        'of a body',
        'POST /api/auth/signin HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"email":',
      ],
      [
        'of a body in pieces',
        'POST /api/faq/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n',
      ],
      ['of a first word', ''],
    ])('%s is told so and cut [S-120]', async (_, words) => {
      const { app } = await createTestApp(world().ctx, { timeouts: PATIENCE })
      await app.listen({ host: '127.0.0.1', port: 0 })
      const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      line.write(words)

      const [head = '', body = ''] = (await text(line)).split('\r\n\r\n')

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
