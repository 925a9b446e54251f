import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// A process of its own that sends each message to all clients.
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  perMessageDeflate: false,
})
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = data.toString()
    for (const client of server.clients) client.send(text)
  })
})
server.on('listening', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${port}\n`)
})
