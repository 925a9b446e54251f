import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

interface Connection {
  toClient: (text: string) => void
  toAllClients: (text: string) => void
  toServer: (text: string) => void
}

/** What a proxy does with each message. Without a handler it forwards the message. */
export interface MessageHandlers {
  fromServer?: (text: string, connection: Connection) => void
  fromClient?: (text: string, connection: Connection) => void
}

/** Starts a WebSocket proxy that can change what client and server send each other. */
export async function startSocketProxy(url: string, handlers: MessageHandlers) {
  const server = createServer()
  const webSockets = new WebSocketServer({ server })
  webSockets.on('connection', (client, { url: path, headers }) => {
    const target = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
      headers: {
        cookie: headers.cookie ?? '',
        'x-forwarded-for': String(headers['x-forwarded-for']),
      },
    })
    const connection: Connection = {
      toClient: (text) => sendIfOpen(client, text),
      toAllClients: (text) => {
        for (const one of webSockets.clients) sendIfOpen(one, text)
      },
      toServer: (text) => target.send(text),
    }
    const early: string[] = []
    const receive = (text: string) =>
      handlers.fromClient ? handlers.fromClient(text, connection) : target.send(text)
    client.on('message', (data) => {
      if (target.readyState === WebSocket.OPEN) receive(String(data))
      else early.push(String(data))
    })
    target.on('open', () => early.forEach(receive))
    target.on('message', (data) => {
      if (handlers.fromServer) handlers.fromServer(String(data), connection)
      else client.send(String(data))
    })
    target.on('close', () => client.close())
    client.on('close', () => target.close())
    for (const socket of [client, target]) socket.on('error', () => socket.terminate())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const client of webSockets.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendIfOpen(socket: WebSocket, text: string) {
  if (socket.readyState === WebSocket.OPEN) socket.send(text)
}

/** A Socket.IO event, unlike an acknowledgement or a heartbeat, begins with these digits. */
export const EVENT_PREFIX = '42'
const DROPPED = 0.3
/** With more, a map could stay wrong for longer than a run waits, by chance alone. */
const MAX_DROPPED_IN_A_ROW = 3
const DUPLICATED = 0.2
const MAX_DELAY_MS = 400

/** Pushes get lost, late, out of order and duplicated. */
export function createLossyHandlers(): MessageHandlers {
  const droppedInARow = new WeakMap<Connection, number>()
  return {
    fromServer: (text, connection) => {
      const { toClient } = connection
      if (!text.startsWith(EVENT_PREFIX)) return toClient(text)
      const dropped = droppedInARow.get(connection) ?? 0
      const isDropped = dropped < MAX_DROPPED_IN_A_ROW && Math.random() < DROPPED
      droppedInARow.set(connection, isDropped ? dropped + 1 : 0)
      if (isDropped) return
      setTimeout(() => toClient(text), Math.random() * MAX_DELAY_MS)
      if (Math.random() < DUPLICATED) setTimeout(() => toClient(text), Math.random() * MAX_DELAY_MS)
    },
  }
}
