import { WebSocketServer } from 'ws'

// A process of its own that sends each message to all clients.
const [port = '0'] = process.argv.slice(2)
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(port),
  perMessageDeflate: false,
})
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = data.toString()
    for (const client of server.clients) client.send(text)
  })
})
server.on('listening', () => process.stdout.write('ready\n'))
