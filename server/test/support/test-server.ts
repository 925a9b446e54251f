import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import type { Context } from '../../src/context.ts'
import { createReadinessCheck } from '../../src/database/health/readiness.ts'
import { openSite, type SiteOptions } from '../../src/site.ts'
import { databaseDigest } from './database-digest.ts'
import { createHttpClient, type HttpClient, type HttpResponse } from './http-client.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'
import type { TestContext } from './test-context.ts'

export const PASSWORD = 'a train, stolen'
export const OWN_ORIGIN = 'http://localhost:3000'

export type TestServer = Awaited<ReturnType<typeof openTestServer>>
export type Member = Awaited<ReturnType<TestServer['member']>>

type TestServerOptions = Pick<SiteOptions, 'callLimits' | 'redis' | 'connectTimeoutMs'>

/** The whole server, listening. */
export async function openTestServer(
  { ctx }: Pick<TestContext, 'ctx'>,
  options: TestServerOptions = {},
) {
  const findDatabaseProblem = createReadinessCheck(ctx)
  const { app, visitorCookies, realtime } = await openSite(ctx, { findDatabaseProblem, ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const sockets: SocketClient[] = []

  /** Opens a socket with the cookies of an HTTP client. */
  async function openSocket(client: Pick<HttpClient, 'cookies'>) {
    const socket = await connectSocketClient(url, client.cookies())
    sockets.push(socket)
    return socket
  }

  /** Opens a socket of a visitor. */
  const connect = (visitorId: string) =>
    openSocket({ cookies: () => visitorCookies.cookieFor(visitorId).split(';')[0] ?? '' })

  /** Opens a socket of a visitor and joins a showtime. */
  async function join(visitorId: string, showtimeId: string) {
    const socket = await connect(visitorId)
    expect(await socket.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    return socket
  }

  /** Expects that a call changes nothing in the database. */
  async function unchanged<T>(call: () => Promise<T>) {
    const before = await databaseDigest(ctx.db)
    const result = await call()
    expect(await databaseDigest(ctx.db)).toBe(before)
    return result
  }

  /** Expects that a call is refused and changes nothing in the database. */
  const expectRefused = async (
    call: () => Promise<HttpResponse>,
    refusal: Refusal,
    details?: object,
  ) => expectRefusal(await unchanged(call), refusal, details)

  /** A visitor who has signed up and in. */
  async function member(username = 'Asha') {
    const client = createHttpClient(url)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
    await client.post('/api/auth/signup', { ...account, username })
    const response = await client.post('/api/auth/signin', account)
    const { user } = response.json() as { user: { _id: string } }
    return { client, account, userId: user._id }
  }

  async function close() {
    for (const socket of sockets) socket.close()
    realtime.close()
    app.server.closeAllConnections()
    await app.close()
  }

  return {
    url,
    port,
    realtime,
    visitor: () => createHttpClient(url),
    member,
    openSocket,
    connect,
    join,
    unchanged,
    expectRefused,
    close,
  }
}

/** The context of a node whose limits need few calls to be reached. */
export function withLimits(ctx: Context, limits: Partial<Config['limits']>): Context {
  return { ...ctx, config: { ...ctx.config, limits: { ...ctx.config.limits, ...limits } } }
}

/** One server for all tests of a block. */
export function setupTestServer(context: () => TestContext, options?: TestServerOptions) {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(context(), options)
  })
  afterAll(() => server.close())
  return () => server
}

/** A new server for each test of a block. */
export function setupServerPerTest(context: () => TestContext) {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer(context())
  })
  afterEach(() => server.close())
  return () => server
}

/** Expects the body and headers that every refusal has. A refused field is named with the message, unless `details` says more. */
export function expectRefusal(
  response: HttpResponse,
  [statusCode, code, message]: Refusal,
  details: object = {},
) {
  const body = response.json() as { fields?: object }
  const fields = body.fields && !('fields' in details) && { fields: expect.any(Object) }
  expect(body).toEqual({
    success: false,
    statusCode,
    code,
    message,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    ...fields,
    ...details,
  })
  if (fields) expect(Object.values(body.fields ?? {})).toContain(message)
  expect(response.statusCode).toBe(statusCode)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-store')
}
export type Refusal = readonly [statusCode: number, code: string, message: string]

export const notFound = (message: string): Refusal => [404, 'NOT_FOUND', message]
export const invalid = (message: string): Refusal => [400, 'INVALID', message]

export const SIGN_IN_REQUIRED: Refusal = [401, 'UNAUTHENTICATED', 'Please sign in.']
export const FORBIDDEN: Refusal = [403, 'FORBIDDEN', "You don't have access to this."]
export const CROSS_SITE: Refusal = [403, 'FORBIDDEN', 'Requests from other sites are not allowed.']
export const INVALID_REQUEST = invalid('We could not read that request.')
export const UNSUPPORTED_CHARACTER = invalid(
  'Your text contains a character we cannot store. Please remove it and try again.',
)
export const TOO_LARGE: Refusal = [413, 'TOO_LARGE', 'That request is too large.']
export const WRONG_TYPE: Refusal = [415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.']
export const NOT_HERE = notFound('That seat or parking slot does not belong to this showtime.')
export const UNKNOWN_PATH = notFound('Not found.')
