import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { isAllowedOrigin } from '../../src/http/origin-guard.ts'
import { openRealtime } from '../../src/realtime/realtime.ts'
import { databaseDigest } from './database-digest.ts'
import { createHttpClient, type HttpAnswer, type HttpClient } from './http-client.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'
import { createTestApp } from './test-app.ts'
import type { TestContext } from './test-context.ts'

export const PASSWORD = 'a train, stolen'
export const OWN_ORIGIN = 'http://localhost:3000'

export type TestServer = Awaited<ReturnType<typeof openTestServer>>
export type Member = Awaited<ReturnType<TestServer['member']>>

interface TestServerOptions {
  connectTimeoutMs?: number
}

/** The whole server, listening. */
export async function openTestServer({ ctx }: TestContext, options: TestServerOptions = {}) {
  const { app, sessions, holders } = await createTestApp(ctx)
  const realtime = openRealtime(app.server, ctx, {
    holders,
    isAllowedOrigin: ({ headers }) => isAllowedOrigin(headers, ctx.config.origins),
    findSession: sessions.find,
    ...options,
  })
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

  /** Expects that a call changes nothing in the database. */
  async function unchanged<T>(call: () => Promise<T>) {
    const before = await databaseDigest(ctx.db)
    const result = await call()
    expect(await databaseDigest(ctx.db)).toBe(before)
    return result
  }

  /** Expects that a call is refused and changes nothing in the database. */
  const expectRefused = async (
    call: () => Promise<HttpAnswer>,
    refusal: Refusal,
    details?: object,
  ) => expectRefusal(await unchanged(call), refusal, details)

  /** A visitor who has signed up and in. */
  async function member(username = 'Asha') {
    const client = createHttpClient(url)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
    await client.post('/api/auth/signup', { ...account, username })
    const answer = await client.post('/api/auth/signin', account)
    const { user } = answer.json() as { user: { _id: string } }
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
    unchanged,
    expectRefused,
    close,
  }
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

/** Expects the body and headers that every refusal has. */
export function expectRefusal(
  answer: HttpAnswer,
  [statusCode, code, message]: Refusal,
  details: object = {},
) {
  expect(answer.json()).toEqual({
    success: false,
    statusCode,
    code,
    message,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    ...details,
  })
  expect(answer.statusCode).toBe(statusCode)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
}
export type Refusal = readonly [statusCode: number, code: string, message: string]

export const SIGN_IN_REQUIRED: Refusal = [401, 'UNAUTHENTICATED', 'Please sign in.']
export const FORBIDDEN: Refusal = [403, 'FORBIDDEN', "You don't have access to this."]
export const CROSS_SITE: Refusal = [403, 'FORBIDDEN', 'Requests from other sites are not allowed.']
export const INVALID_REQUEST: Refusal = [400, 'INVALID', 'We could not read that request.']
export const UNSUPPORTED_CHARACTER: Refusal = [
  400,
  'INVALID',
  'Your text contains a character we cannot store. Please remove it and try again.',
]
export const TOO_LARGE: Refusal = [413, 'TOO_LARGE', 'That request is too large.']
export const WRONG_TYPE: Refusal = [415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.']
export const UNKNOWN_PATH: Refusal = [404, 'NOT_FOUND', 'Not found.']
