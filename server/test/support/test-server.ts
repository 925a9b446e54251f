import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { isAllowedOrigin } from '../../src/http/origin-guard.ts'
import { openRealtime } from '../../src/realtime/realtime.ts'
import { databaseDigest } from './database-digest.ts'
import { createHttpClient, type HttpAnswer, type HttpClient } from './http-client.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'
import { createTestApp } from './test-app.ts'
import type { TestContext } from './test-context.ts'

type Door = Parameters<typeof openRealtime>[2]

export const PASSWORD = 'a train, stolen'
export const OWN_ORIGIN = 'http://localhost:3000'

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** The whole server, listening, over the database of a world: what a browser or a burglar would meet. */
export async function openTestServer(
  { ctx }: TestContext,
  patience: Pick<Door, 'firstWordMs'> = {},
) {
  const { app, sessions, holders } = await createTestApp(ctx)
  const realtime = openRealtime(app.server, ctx, {
    holders,
    mayEnter: ({ headers }) => isAllowedOrigin(headers, ctx.config.origins),
    whoIs: sessions.find,
    ...patience,
  })
  ctx.publish = realtime.publish
  ctx.lastBroadcastMap = realtime.toldMap
  ctx.tellExpired = realtime.tellExpired
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const windows: SocketClient[] = []

  async function window(client: Pick<HttpClient, 'cookies'>) {
    const opened = await connectSocketClient(url, client.cookies())
    windows.push(opened)
    return opened
  }

  /** Does what must change nothing, and sees to it that nothing changed. */
  async function unchanged<T>(act: () => Promise<T>) {
    const before = await databaseDigest(ctx.db)
    const outcome = await act()
    expect(await databaseDigest(ctx.db)).toBe(before)
    return outcome
  }

  /** Somebody who has just signed up and in. */
  async function member(username = 'Asha') {
    const client = createHttpClient(url)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
    await client.post('/api/auth/signup', { ...account, username })
    const answer = await client.post('/api/auth/signin', account)
    const { user } = answer.json() as { user: { _id: string } }
    return { client, account, userId: user._id }
  }

  async function close() {
    for (const opened of windows) opened.close()
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
    window,
    unchanged,
    close,
  }
}

/** One for all the tests of a block. */
export function setupTestServer(
  world: () => TestContext,
  patience?: Parameters<typeof openTestServer>[1],
) {
  let cinema: TestServer
  beforeAll(async () => {
    cinema = await openTestServer(world(), patience)
  })
  afterAll(() => cinema.close())
  return () => cinema
}

/** The one shape of every refusal, in every part of it. */
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
  'That contains a character we cannot store. Please remove it and try again.',
]
export const UNKNOWN_PATH: Refusal = [404, 'NOT_FOUND', 'Not found.']
