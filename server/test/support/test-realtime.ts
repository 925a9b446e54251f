import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConnectionCounts } from '../../src/admission/connection-counts.ts'
import type { Context } from '../../src/context.ts'
import { createHolderCookies } from '../../src/http/holder-cookie.ts'
import { openRealtime } from '../../src/realtime/realtime.ts'
import { connectSocketClient, type SocketClient } from './socket-client.ts'

const holders = createHolderCookies({ secret: 'a secret that only tests use', secure: false })
const cookieOf = (holder: string) => holders.cookieFor(holder).split(';')[0] ?? ''

export type TestRealtime = Awaited<ReturnType<typeof openTestRealtime>>

/** The socket on a server of its own, and the windows that visitors open on it. */
export async function openTestRealtime(ctx: Context, others?: ConnectionCounts) {
  const server = createServer()
  const mayEnter = ({ headers }: IncomingMessage) => headers.origin !== 'https://elsewhere.example'
  const realtime = openRealtime(server, ctx, { holders, mayEnter, whoIs: async () => null, others })
  ctx.publish = realtime.publish
  ctx.lastBroadcastMap = realtime.toldMap
  ctx.tellExpired = realtime.tellExpired
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const open: SocketClient[] = []

  const keep = (client: SocketClient) => {
    open.push(client)
    return client
  }
  const close = async () => {
    for (const client of open) client.close()
    await realtime.close()
    await new Promise((closed) => server.close(closed))
  }
  return {
    url,
    port,
    realtime,
    keep,
    visitor: async (holder: string) => keep(await connectSocketClient(url, cookieOf(holder))),
    close,
  }
}
