import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

// A process of its own that answers each request with the same headers and body.
const [headersJson = '{}', base64 = ''] = process.argv.slice(2)
const headers = JSON.parse(headersJson) as Record<string, string>
const bytes = Buffer.from(base64, 'base64')
const app = Fastify()
app.get('/', (_, reply) => reply.headers(headers).send(bytes))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
process.stdout.write(`${port}\n`)
