import { connectSocketClient, type SocketClient } from '../server/test/support/socket-client.ts'

const CONCURRENT_CONNECTS = 50
const ignore = () => undefined

/** Connects a client that ignores pushes. */
export const connectClient = (url: string) => connectSocketClient(url, '', { onPush: ignore })

/** Connects many clients, some at a time. */
export async function connectClients(
  url: string,
  count: number,
  onPush: (push: string) => void = ignore,
) {
  const clients: SocketClient[] = []
  while (clients.length < count) {
    const length = Math.min(CONCURRENT_CONNECTS, count - clients.length)
    const connecting = Array.from({ length }, () => connectSocketClient(url, '', { onPush }))
    clients.push(...(await Promise.all(connecting)))
  }
  return clients
}
