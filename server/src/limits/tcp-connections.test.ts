import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/log.ts'
import { limitTcpConnections, trackUnreadConnections } from './tcp-connections.ts'

/** More than the buffers of the operating system take. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

let server: Server
const clients: Socket[] = []

beforeEach(async () => {
  server = createServer((_, response) => void response.end(LARGE))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** Opens a connection. Returns its two ends. */
async function open() {
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  clients.push(client)
  const [connection] = (await accepted) as [Socket]
  return { client, connection }
}

const limited = (environment: Record<string, string>) =>
  limitTcpConnections(server, { config: readConfig({ SOCKETS_PER_ADDRESS: '2', ...environment }) })

test('limitTcpConnections closes a further connection of an address until another one ends [S-154]', async () => {
  limited({})
  const connections = [await open(), await open(), await open(), await open()]

  expect((await open()).connection.destroyed).toBe(true)
  expect(connections.map(({ connection }) => connection.destroyed)).toEqual(Array(4).fill(false))

  const [first] = connections
  first?.client.destroy()
  await once(first?.connection as Socket, 'close')
  expect((await open()).connection.destroyed).toBe(false)
  expect((await open()).connection.destroyed).toBe(true)
})

test('limitTcpConnections counts no connections of a trusted proxy', async () => {
  limited({ TRUST_PROXY: '127.0.0.1' })
  for (let n = 0; n < 6; n += 1) expect((await open()).connection.destroyed).toBe(false)
})

function track() {
  let time = 0
  const closeUnread = trackUnreadConnections(server, {
    monotonicNow: () => time,
    log: createLog('silent'),
  })
  return {
    after: async (ms: number) => {
      time += ms
      await closeUnread()
    },
  }
}

/** Requests a large response and reads nothing. */
async function openUnread() {
  const { client, connection } = await open()
  client.pause()
  client.write(REQUEST)
  await expect.poll(() => connection.writableLength).toBeGreaterThan(0)
  return { client, connection }
}

test('closeUnreadConnections closes a connection that reads nothing for 20 seconds [S-155]', async () => {
  const { after } = track()
  const { connection } = await openUnread()

  await after(1000)
  await after(19_999)
  expect(connection.destroyed).toBe(false)
  await after(1)
  expect(connection.destroyed).toBe(true)
})

test('closeUnreadConnections keeps a connection that reads slowly, and one that is idle', async () => {
  const { after } = track()
  const idle = await open()
  const { client, connection } = await openUnread()
  await after(1000)
  let received = 0
  client.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > LARGE.length / 4) client.pause()
  })
  client.resume()
  await expect.poll(() => received).toBeGreaterThan(LARGE.length / 4)

  await after(20_000)
  await after(19_999)

  expect(connection.writableLength).toBeGreaterThan(0)
  expect(connection.destroyed).toBe(false)
  expect(idle.connection.destroyed).toBe(false)
})
