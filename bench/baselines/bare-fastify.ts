import Fastify from 'fastify'

/** Sends the same bytes to whoever asks, and does nothing else: run as a process of its own. */
const [port = '0', base64 = ''] = process.argv.slice(2)
const bytes = Buffer.from(base64, 'base64')
const app = Fastify()
app.get('/', (_, reply) =>
  reply.type('application/json; charset=utf-8').header('content-encoding', 'br').send(bytes),
)
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.stdout.write('ready\n')
