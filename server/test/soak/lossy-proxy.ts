import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** How a message of the server begins that is an event, not an answer or a heartbeat. */
const EVENT = '42'
const DROPPED = 0.3
const DOUBLED = 0.2
const LATEST_MS = 400

/** A way to the server's socket on which its events get lost, late, out of order and doubled. */
export async function aBadLine(url: string) {
  const server = createServer()
  const door = new WebSocketServer({ server })
  door.on('connection', (client, { url: path, headers }) => {
    const far = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
      headers: { cookie: headers.cookie ?? '' },
    })
    const early: RawData[] = []
    client.on('message', (data) => {
      if (far.readyState === WebSocket.OPEN) far.send(String(data))
      else early.push(data)
    })
    far.on('open', () => {
      for (const data of early) far.send(String(data))
    })
    far.on('message', (data) => deliver(client, String(data)))
    far.on('close', () => client.close())
    client.on('close', () => far.close())
    for (const end of [client, far]) end.on('error', () => end.terminate())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const client of door.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function deliver(client: WebSocket, message: string) {
  const send = () => client.readyState === WebSocket.OPEN && client.send(message)
  if (!message.startsWith(EVENT)) return send()
  if (Math.random() < DROPPED) return
  setTimeout(send, Math.random() * LATEST_MS)
  if (Math.random() < DOUBLED) setTimeout(send, Math.random() * LATEST_MS)
}
