import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../src/context.ts'
import { createHolders } from '../src/http/holder.ts'
import type { Windows } from '../src/news/windows.ts'
import { openRealtime } from '../src/realtime/realtime.ts'
import { aClient, type TestClient } from './clients.ts'

const holders = createHolders({ secret: 'a secret that only tests use', secure: false })
const cookieOf = (holder: string) => holders.cookieFor(holder).split(';')[0] ?? ''

export type Sockets = Awaited<ReturnType<typeof openSockets>>

/** The socket on a server of its own, and the windows that visitors open on it. */
export async function openSockets(ctx: Context, others?: Windows) {
  const server = createServer()
  const mayEnter = ({ headers }: IncomingMessage) => headers.origin !== 'https://elsewhere.example'
  const realtime = openRealtime(server, ctx, { holders, mayEnter, whoIs: async () => null, others })
  ctx.publish = realtime.publish
  ctx.toldMap = realtime.toldMap
  ctx.tellExpired = realtime.tellExpired
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const open: TestClient[] = []

  const keep = (client: TestClient) => {
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
    visitor: async (holder: string) => keep(await aClient(url, cookieOf(holder))),
    close,
  }
}
