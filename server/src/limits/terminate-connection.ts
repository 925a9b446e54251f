import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/**
 * Closes a connection at once. Without the second step a WebSocket waits 30 seconds for the client to confirm the end, and meanwhile reads
 * all that the client sends.
 */
export function terminateConnection(connection: Connection) {
  const { socket } = connection.transport as unknown as { socket?: { terminate?: () => void } }
  connection.close(true)
  socket?.terminate?.()
}
