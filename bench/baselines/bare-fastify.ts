import Fastify from 'fastify'

/** Sends the same head and body to whoever asks, and does nothing else: run as a process of its own. */
const [port = '0', head = '{}', base64 = ''] = process.argv.slice(2)
const headers = JSON.parse(head) as Record<string, string>
const bytes = Buffer.from(base64, 'base64')
const app = Fastify()
app.get('/', (_, reply) => reply.headers(headers).send(bytes))
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.stdout.write('ready\n')
