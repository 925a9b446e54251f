import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitPipelining } from './request-pipelining.ts'

const LARGE = Buffer.alloc(16 * 1024 * 1024)
const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

let app: FastifyInstance
let port: number
let started: string[]

beforeEach(async () => {
  started = []
  app = Fastify()
  limitPipelining(app)
  app.get('/small/:n', async ({ url }) => {
    started.push(url)
    return url
  })
  app.get('/large/:n', async ({ url }, reply) => {
    started.push(url)
    return reply.send(LARGE)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const numbered = (path: string, count: number) =>
  Array.from({ length: count }, (_, n) => request(`${path}/${n}`)).join('')

test('pipelined requests are answered in order', async () => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(numbered('/small', 11))
  await expect.poll(() => received).toContain('/small/10')

  expect(started).toEqual(Array.from({ length: 11 }, (_, n) => `/small/${n}`))
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(11)
  socket.destroy()
})

test('a request is handled after the client has read the response before it [S-151]', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(numbered('/large', 3))
  await expect.poll(() => started).toEqual(['/large/0'])
  // Another connection is answered meanwhile.
  await (await fetch(`http://127.0.0.1:${port}/small/0`)).text()
  expect(started).toEqual(['/large/0', '/small/0'])

  socket.resume()
  await expect.poll(() => started).toContain('/large/2')
  socket.destroy()
})

test('a connection is closed when more than 10 requests wait, and none of them is handled [S-151]', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  const [connection] = await Promise.all([
    once(app.server, 'connection').then(([opened]) => opened),
    once(socket, 'connect'),
  ])
  socket.write(numbered('/large', 12))
  await once(connection, 'close')

  expect(started).toEqual(['/large/0'])
  socket.destroy()
})
