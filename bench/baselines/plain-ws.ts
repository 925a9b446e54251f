import { WebSocketServer } from 'ws'

/** Tells everybody what anybody says, and does nothing else: run as a process of its own. */
const [port = '0'] = process.argv.slice(2)
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(port),
  perMessageDeflate: false,
})
server.on('connection', (line) => {
  line.on('message', (words) => {
    const text = words.toString()
    for (const one of server.clients) one.send(text)
  })
})
server.on('listening', () => process.stdout.write('ready\n'))
