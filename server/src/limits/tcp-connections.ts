import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../context.ts'
import { createProxyTrust, ipRateLimitKey } from './client-address.ts'

/** Browsers close idle connections soon, so an address has few more of them than sockets. */
const CONNECTIONS_PER_SOCKET = 2
/** Time for a client to read some of the bytes that wait for it. */
const READ_TIMEOUT_MS = 20_000

/** Limits the TCP connections of each address on this node, whatever they are used for. Closes further ones at once. */
export function limitTcpConnections(server: Server, { config }: Pick<Context, 'config'>) {
  const trust = createProxyTrust(config)
  const max = CONNECTIONS_PER_SOCKET * config.socketsPerAddress
  const counts = new Map<string, number>()

  server.on('connection', (connection: Socket) => {
    const { remoteAddress } = connection
    // The connections of a proxy belong to many clients.
    if (remoteAddress === undefined || trust(remoteAddress, 0)) return
    const address = ipRateLimitKey(remoteAddress)
    const count = counts.get(address) ?? 0
    if (count >= max) {
      connection.destroy()
      return
    }
    counts.set(address, count + 1)
    connection.once('close', () => {
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
}

/** Returns a function that closes the connections whose clients have read nothing of what waits for them for 20 seconds. */
export function trackUnreadConnections(
  server: Server,
  { monotonicNow, log }: Pick<Context, 'monotonicNow' | 'log'>,
) {
  const connections = new Map<Socket, { progress: string; at: number }>()

  server.on('connection', (connection: Socket) => {
    connections.set(connection, { progress: '', at: monotonicNow() })
    connection.once('close', () => connections.delete(connection))
  })

  return async function closeUnreadConnections() {
    for (const [connection, last] of connections) {
      const progress = progressOf(connection)
      if (connection.writableLength === 0 || progress !== last.progress) {
        connections.set(connection, { progress, at: monotonicNow() })
      } else if (monotonicNow() - last.at >= READ_TIMEOUT_MS) {
        log.info({ unread: connection.writableLength }, 'client that reads nothing disconnected')
        connection.destroy()
      }
    }
  }
}

/** Changes whenever the operating system takes bytes of the connection. A large write is taken in parts. */
function progressOf(connection: Socket) {
  const { _handle } = connection as unknown as { _handle?: { writeQueueSize?: number } | null }
  return `${connection.bytesWritten - connection.writableLength} ${_handle?.writeQueueSize}`
}
