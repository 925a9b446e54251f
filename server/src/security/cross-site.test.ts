import { beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '#test/support/http-client.ts'
import { sendRaw } from '#test/support/raw-connection.ts'
import { describeContext } from '#test/support/test-context.ts'
import {
  CROSS_SITE,
  type Member,
  OWN_ORIGIN,
  PASSWORD,
  setupTestServer,
  WRONG_TYPE,
} from '#test/support/test-server.ts'

const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
  ['a host that ends with ours', { origin: 'http://elsewhere-localhost:3000' }],
  ['a host that begins with ours', { origin: 'http://localhost:3000.elsewhere.example' }],
  ['another port', { origin: 'http://localhost:4000' }],
  ['another scheme', { origin: 'https://localhost:3000' }],
  ['an empty origin', { origin: '' }],
  [
    'a foreign origin that claims same-origin',
    { origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
  ],
]

const handshake = (headers: Record<string, string>) =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'host: localhost',
    'sec-websocket-version: 13',
    'sec-websocket-key: c2l4dGVlbiBsZXR0ZXJzLg==',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

describeContext('cross-site requests', (context) => {
  const server = setupTestServer(context)
  let asha: Member

  beforeAll(async () => {
    asha = await server().member()
  })

  type Call = (client: HttpClient, headers: Record<string, string>) => ReturnType<HttpClient['get']>
  const CALLS: [string, Call][] = [
    ['sign a visitor out by a link', (client, from) => client.get('/api/auth/signout', from)],
    ['sign a visitor out', (client, from) => client.post('/api/auth/signout', undefined, from)],
    ['sign a visitor in', (client, from) => client.post('/api/auth/signin', asha.account, from)],
    [
      'create an account',
      (client, from) => {
        const email = `${crypto.randomUUID()}@example.com`
        return client.post('/api/auth/signup', { username: 'M', email, password: PASSWORD }, from)
      },
    ],
    [
      'refresh a session',
      (client, from) => client.post('/api/auth/refresh-token', { userId: asha.userId }, from),
    ],
    [
      'change a profile',
      (client, from) => client.post(`/api/user/update/${asha.userId}`, { username: 'M' }, from),
    ],
    [
      'sign a device out',
      (client, from) => client.delete(`/api/auth/sessions/${asha.userId}`, from),
    ],
    ['sign all devices out', (client, from) => client.delete('/api/auth/sessions', from)],
    ['delete an account', (client, from) => client.delete(`/api/user/delete/${asha.userId}`, from)],
    ['book seats', (client, from) => client.post('/api/bookings', {}, from)],
    [
      'send a question',
      (client, from) =>
        client.post('/api/faq/ask', { userQuestion: '?', userEmail: 'm@example.com' }, from),
    ],
  ]

  test.each(CALLS)('a page of another site cannot %s [S-61][S-62][S-63][S-64]', async (_, call) => {
    for (const [, from] of FOREIGN) {
      await server().expectRefused(() => call(asha.client, from), CROSS_SITE)
    }
    expect(await context().sentMails()).toEqual([])
  })

  test('a page of another site gets no CORS headers [S-65]', async () => {
    const origin = 'https://elsewhere.example'
    const { headers, statusCode } = await asha.client.get('/api/auth/session', { origin })

    expect(statusCode).toBe(200)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test.each([
    'text/plain',
    'text/plain; x=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('a page of another site cannot send a body as %s [S-66]', async (type) => {
    const body = JSON.stringify(asha.account)
    const send = (origin: { origin?: string }) => () => {
      const headers = { 'content-type': type, ...origin }
      return server().visitor().send('POST', '/api/auth/signin', body, headers)
    }

    await server().expectRefused(send({ origin: 'https://elsewhere.example' }), CROSS_SITE)
    await server().expectRefused(send({}), WRONG_TYPE)
    await server().expectRefused(send({ origin: OWN_ORIGIN }), WRONG_TYPE)
  })

  test.each(FOREIGN)('%s cannot open a socket by polling or WebSocket [S-67]', async (_, from) => {
    const cookie = asha.client.cookies()
    const path = '/socket.io/?EIO=4&transport=polling'
    const polling = await server().unchanged(() =>
      server()
        .visitor()
        .get(path, { ...from, cookie }),
    )
    const upgrade = await sendRaw(
      server().port,
      handshake({ ...from, cookie, connection: 'Upgrade', upgrade: 'websocket' }),
    )

    expect(polling.statusCode).toBe(403)
    expect(polling.json()).toEqual({ code: 4, message: CROSS_SITE[2] })
    expect(upgrade).toMatch(/^HTTP\/1\.1 400 /)
    expect(upgrade.endsWith(`\r\n\r\n${CROSS_SITE[2]}`)).toBe(true)
    expect(server().realtime.count()).toBe(0)
  })

  test('own pages and programs can sign in and out [S-68]', async () => {
    const { client, account } = await server().member()
    const allowed: Record<string, string>[] = [
      { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const from of allowed) {
      expect((await client.post('/api/auth/signin', account, from)).statusCode).toBe(200)
      expect((await client.get('/api/auth/signout', from)).statusCode).toBe(200)
    }
  })
})
