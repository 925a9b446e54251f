import type { Socket } from 'socket.io'
import type { Log } from '../platform/log.ts'

/** Characters that may wait for one connection. Slow but healthy browsers stay below this. */
const MAX_BUFFERED_CHARACTERS = 1024 * 1024

/** Closes a connection that does not read what it is sent, because the unread data stays in memory. */
export function disconnectSlowConsumer(connection: Socket['conn'], log: Log) {
  let buffered = 0
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    // The new packet does not count: one large seat map may exceed the limit and be sent at once.
    if (buffered > MAX_BUFFERED_CHARACTERS) {
      log.info({ buffered }, 'slow consumer disconnected')
      terminateConnection(connection)
    }
    buffered += data?.length ?? 0
  })
  connection.on('flush', () => {
    buffered = 0
  })
}

/**
 * Closes a connection at once. Without the second step a WebSocket waits 30 seconds for the client to confirm the end, and meanwhile reads
 * all that the client sends.
 */
export function terminateConnection(connection: Socket['conn']) {
  const { socket } = connection.transport as unknown as { socket?: { terminate?: () => void } }
  connection.close(true)
  socket?.terminate?.()
}
