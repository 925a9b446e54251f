import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '../../src/context.ts'
import { createHolderCookies } from '../../src/http/holder-cookie.ts'
import { openRealtime } from '../../src/realtime/realtime.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'
import type { TestContext } from './test-context.ts'

const holders = createHolderCookies({ secret: 'a secret that only tests use', secure: false })
const cookieOf = (holder: string) => holders.cookieFor(holder).split(';')[0] ?? ''

/** Serves realtime on an HTTP server of its own, and connects visitors to it. */
export async function openTestRealtime(ctx: Context) {
  const server = createServer()
  const realtime = openRealtime(server, ctx, {
    holders,
    isAllowedOrigin: ({ headers }) => headers.origin !== 'https://elsewhere.example',
    findSession: async () => null,
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const clients: SocketClient[] = []

  async function connectWith(cookie: string) {
    const client = await connectSocketClient(url, cookie)
    clients.push(client)
    return client
  }
  const connect = (holder: string) => connectWith(cookieOf(holder))

  async function join(holder: string, showtimeId: string) {
    const client = await connect(holder)
    expect(await client.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    return client
  }

  async function close() {
    for (const client of clients) client.close()
    realtime.close()
    await new Promise((closed) => server.close(closed))
  }
  return { url, port, realtime, connect, connectWith, join, close }
}

export type TestRealtime = Awaited<ReturnType<typeof openTestRealtime>>

/** Opens realtime for each test of a block. */
export function setupTestRealtime(context: () => TestContext) {
  let sockets: TestRealtime
  beforeEach(async () => {
    sockets = await openTestRealtime(context().ctx)
  })
  afterEach(() => sockets.close())
  return () => sockets
}
