import { beforeAll, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { sendRaw } from '#test/support/raw-connection.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  FORBIDDEN,
  INVALID_REQUEST,
  type Member,
  NOT_HERE,
  notFound,
  type Refusal,
  setupTestServer,
  UNKNOWN_PATH,
  UNSUPPORTED_CHARACTER,
} from '#test/support/test-server.ts'

const NO_MOVIE = notFound(
  'The selected movie could not be found. It may have been removed from our system.',
)
const NO_SHOWTIME = notFound(
  'The selected showtime is no longer available. Please choose another showtime.',
)
const RESOURCES: [path: string, refusal: Refusal][] = [
  ['/api/movies/', NO_MOVIE],
  ['/api/showtimes/', NO_SHOWTIME],
  ['/api/seats/showtime/', NO_SHOWTIME],
  ['/api/parking/showtime/', NO_SHOWTIME],
]
const ODD_IDS = [
  '',
  'undefined',
  "' or '1'='1",
  "'; drop table claims; --",
  '") union select * from users --',
  '%',
  '_',
  '*',
  '$1',
  '?',
  '\\',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'x'.repeat(65),
  'x'.repeat(4000),
  '🎬',
  '\n',
  '{"$ne":null}',
]

describeDatabases('ids', (context) => {
  const server = setupTestServer(context)
  let asha: Member

  beforeAll(async () => {
    await createShowtime(context().ctx)
    asha = await server().member()
  })

  test.each(RESOURCES)(
    'an unknown id of any form under %s is answered with 404 [R-8.14][R-8.15][S-85]',
    async (path, refusal) => {
      const { expectRefused, visitor } = server()
      for (const id of ODD_IDS.map(encodeURIComponent)) {
        await expectRefused(() => visitor().get(`${path}${id}`), refusal)
      }
    },
  )

  test('a foreign user id of any form is answered with 403 [S-86]', async () => {
    const { client } = asha
    for (const id of ODD_IDS.map(encodeURIComponent)) {
      await server().expectRefused(() => client.get(`/api/bookings/user/${id}`), FORBIDDEN)
      await server().expectRefused(() => client.delete(`/api/user/delete/${id}`), FORBIDDEN)
    }
  })

  test('an unknown id of any form holds nothing over a socket [S-87]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const refused = ([, code, message]: Refusal) => ({ ok: false, code, message })
    for (const id of ODD_IDS) {
      const socket = await server().openSocket(server().visitor())
      const invalid = id === '' || id.length > 64 ? refused(INVALID_REQUEST) : null
      const noShow = invalid ?? refused(NO_SHOWTIME)
      const noPlace = invalid ?? refused(NOT_HERE)
      await server().unchanged(async () => {
        expect(await socket.ask('joinShowtime', id)).toEqual(noShow)
        expect(await socket.ask('holdSeat', { showtimeId: id, seatId: id })).toEqual(noShow)
        expect(await socket.ask('holdSeat', { showtimeId, seatId: id })).toEqual(noPlace)
        expect(await socket.ask('holdParkingSlot', { showtimeId, slotId: id })).toEqual(noPlace)
        const request = { showtimeId, seatIds: [seats[0] as string, id], slotIds: [] }
        expect(await socket.ask('beginCheckout', request)).toEqual(noPlace)
      })
      socket.close()
    }
  })

  test('an id with a zero character is refused [S-88]', async () => {
    for (const [path] of RESOURCES) {
      expectRefusal(await server().visitor().get(`${path}a%00b`), UNSUPPORTED_CHARACTER)
    }
  })

  test.each(['%', '%zz', '%ed%a0%80', '%c0%ae'])(
    'the encoded id %s is refused [S-88]',
    async (id) => {
      expectRefusal(await server().visitor().get(`/api/movies/${id}`), INVALID_REQUEST)
    },
  )
})

describeDatabases('paths', (context) => {
  const server = setupTestServer(context)
  /** Sends a request exactly as written, which `fetch` would change. */
  const request = (method: string, path: string, header = 'host: localhost') =>
    sendRaw(server().port, `${method} ${path} HTTP/1.1\r\n${header}\r\nconnection: close\r\n\r\n`)

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/movies/a/b',
    '/api/auth',
    '/api/admin?x=<script>',
    '/api/auth/signin',
  ])('the unknown API path %s is answered with 404 as JSON [S-89]', async (path) => {
    const response = await request('GET', path)

    expect(response).toMatch(/^HTTP\/1\.1 404 /)
    const [statusCode, code, message] = UNKNOWN_PATH
    const body = JSON.parse(response.split('\r\n\r\n')[1] ?? '')
    expect(body).toMatchObject({ success: false, statusCode, code, message })
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'method %s is answered with 404 [S-90]',
    async (method) => {
      for (const path of ['/api/movies', '/api/auth/signin', '/about', '/']) {
        await server().expectRefused(() => server().visitor().call(path, { method }), UNKNOWN_PATH)
      }
    },
  )

  test.each(['TRACE', 'CONNECT', 'QUERY', 'HACK'])(
    'method %s is never answered with success [S-90]',
    async (method) => {
      const response = await request(method, '/api/movies')

      expect(response).not.toMatch(/^HTTP\/1\.1 2/)
      expect(response).not.toContain('connection: keep-alive')
    },
  )

  test('HEAD is answered with the status only and changes nothing [S-91]', async () => {
    const { client } = await server().member()
    const headers = { 'sec-fetch-site': 'cross-site' }

    for (const [path, statusCode] of [
      ['/api/movies', 200],
      ['/api/movies/none', 404],
      ['/api/bookings', 404],
      ['/api/auth/signout', 403],
    ] as const) {
      const head = () => client.call(path, { method: 'HEAD', headers })
      expect(await server().unchanged(head)).toMatchObject({ statusCode, text: '' })
    }
  })

  test.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/src/main.ts',
    '/..\\..\\package.json',
    '/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/.env',
    '/api/../server.lock',
    '/.git/config',
    '/data/secret',
    '/package.json',
    '/%00/etc/passwd',
    '/index.html%00.js',
  ])('%s reads no file outside of the web app [S-92]', async (path) => {
    const response = await request('GET', path)

    expect(response).toMatch(/^HTTP\/1\.1 (400|403|404) /)
    expect(response).not.toMatch(/root:|"workspaces"|import \{|\[core\]/)
  })

  test.each([
    '//elsewhere.example',
    '//elsewhere.example/..',
    '/\\elsewhere.example',
    '/https://elsewhere.example',
    '/sign-in?next=https://elsewhere.example',
    '/signin?returnTo=//elsewhere.example',
    '/api/auth/signout?redirect=https://elsewhere.example',
    '/assets',
    '/about/',
  ])('%s does not redirect to another site [S-93]', async (path) => {
    const response = await request('GET', path)

    expect(response).not.toMatch(/^HTTP\/1\.1 3/)
    expect(response.split('\r\n\r\n')[0]?.toLowerCase()).not.toContain('\r\nlocation:')
  })

  test.each([
    ['host: elsewhere.example', 200],
    ['host: elsewhere.example\r\nx-forwarded-host: elsewhere.example', 200],
    ['host: localhost\r\nforwarded: host=elsewhere.example;proto=http', 200],
    ['host: localhost\r\nhost: elsewhere.example', 200],
    ['x-no-host: elsewhere.example', 400],
  ])('the header %j does not change the response [S-94]', async (host, status) => {
    const response = await request('GET', '/api/movies', host)

    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(response).not.toContain('elsewhere.example')
  })

  test.each([
    ['two lengths', 'content-length: 2\r\ncontent-length: 3'],
    ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked'],
    ['an unknown transfer encoding', 'transfer-encoding: xchunked'],
    ['a negative length', 'content-length: -2'],
  ])('a body with %s cannot smuggle a second request [S-95]', async (_, header) => {
    const smuggled = 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const response = await sendRaw(
      server().port,
      `POST /api/auth/signin HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n{}${smuggled}`,
    )
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(response).toMatch(/^HTTP\/1\.1 400 .*"statusCode":400,.*"code":"INVALID"/s)
  })

  test.each(['h2c', 'TLS/1.0', 'websocket', 'h2c, websocket'])(
    'the header upgrade: %s is ignored outside of the socket path [S-150]',
    async (protocol) => {
      const header = `host: localhost\r\nconnection: upgrade\r\nupgrade: ${protocol}`
      for (const path of ['/livez', '/api/movies']) {
        expect(await request('GET', path, header)).toMatch(/^HTTP\/1\.1 200 OK/)
      }
    },
  )

  test('the header upgrade: h2c is ignored on the socket path [S-150]', async () => {
    const header = 'host: localhost\r\nupgrade: h2c'
    const response = await request('GET', '/socket.io/?EIO=4&transport=polling', header)

    expect(response).toMatch(/^HTTP\/1\.1 200 .*"upgrades":\["websocket"\]/s)
  })

  test('many and odd cookies are accepted up to the header limit [S-96]', async () => {
    const { client, userId } = await server().member()
    const ask = (cookies: string[]) =>
      client.get('/api/auth/session', { cookie: [...cookies, client.cookies()].join('; ') })
    const many = Array.from({ length: 900 }, (_, n) => `c${n}=${'%'.repeat(5)}`)
    const odd = ['__proto__=x', 'constructor=x', 'toString', '=x', 'marquee_access_=x']

    expect((await ask([...many, ...odd])).json()).toMatchObject({ user: { _id: userId } })
    const bomb = await server().unchanged(() => ask([`bomb=${'x'.repeat(20_000)}`]))
    expect(bomb.statusCode).toBe(431)
    expect(bomb.json()).toMatchObject({ success: false, statusCode: 431, code: 'INVALID' })
  })

  test('responses do not reveal the server software [S-97]', async () => {
    const { headers, text } = await server().visitor().get('/api/nothing')

    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
    expect(text).not.toMatch(/fastify|node|sqlite|postgres|stack/i)
    expect(headers.get('content-security-policy')).toContain("object-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })
})
