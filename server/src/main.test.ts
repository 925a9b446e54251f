import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { createDataDir, findFreePort, startExpectingExit } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'

const server = setupServerProcesses()
const { start } = server
const POLL = { timeout: 20_000 }

test('server refuses the data directory of a running server with 73, and uses it after that one is killed', async () => {
  const first = await start()

  const second = await startExpectingExit({
    DATA_DIR: server.dataDir,
    PORT: String(await findFreePort()),
  })
  expect(second.code).toBe(73)
  expect(second.output).toContain('Another process uses')

  await first.kill('SIGKILL')
  const third = await start()
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
})

test('server keeps an acknowledged booking after kill -9', async () => {
  const first = await start()
  const client = createHttpClient(first.url)
  const order = await findBookableSeats(client)
  const userId = await signUpAndSignIn(client, 'asha@example.com')
  const booking = bookingOf(await postBooking(client, userId, order))

  await first.kill('SIGKILL')
  await start({ PORT: String(first.port) })

  expect((await client.get(`/api/bookings/user/${userId}`)).json()).toEqual([booking])
  const repeated = await postBooking(client, userId, order)
  expect(repeated.json()).toMatchObject({
    code: 'ALREADY_BOOKED',
    bookingReference: booking.bookingReference,
  })
})

test('server closes the sockets of a session within two seconds after it ends [S-39]', async () => {
  const { url } = await start()
  const client = createHttpClient(url)
  await signUpAndSignIn(client, 'asha@example.com')
  const socket = await connectSocketClient(url, client.cookies())

  await client.post('/api/auth/signout')
  const signedOutAt = performance.now()

  expect(await socket.disconnected).toBe('transport close')
  expect(performance.now() - signedOutAt).toBeLessThan(2000)
})

test('server writes files that only their owner can read, and restricts a public directory to its owner [S-38]', async () => {
  chmodSync(server.dataDir, 0o777)
  const { url } = await start()
  const client = createHttpClient(url)
  await client.post('/api/faq/ask', { userQuestion: 'Popcorn?', userEmail: 'asha@example.com' })

  const mailDir = join(server.dataDir, 'mail')
  const mails = () => (existsSync(mailDir) ? readdirSync(mailDir) : [])
  await expect.poll(mails, POLL).toEqual([expect.stringMatching(/\.eml$/)])
  const files = readdirSync(server.dataDir, { recursive: true }) as string[]
  expect(files.length).toBeGreaterThan(3)
  const readable = files.filter((name) => statSync(join(server.dataDir, name)).mode & 0o077)
  expect(readable).toEqual([])
  expect(statSync(server.dataDir).mode & 0o777).toBe(0o700)
})

test('server exits with 69 when its port is in use', async () => {
  const { port } = await start()
  const other = createDataDir()

  const { code } = await startExpectingExit({ DATA_DIR: other.dataDir, PORT: String(port) })

  other.remove()
  expect(code).toBe(69)
})

test.each([
  ['the data directory is a file', '', 'a-file'],
  ['the database is another file', 'marquee.db', ''],
  ['the lock is another file', 'server.lock', ''],
])('server exits with 74 when %s', async (_, fileInDataDir, dataDirName) => {
  writeFileSync(join(server.dataDir, fileInDataDir || dataDirName), 'not a database'.repeat(400))

  const { code, output } = await startExpectingExit({
    DATA_DIR: join(server.dataDir, dataDirName),
    PORT: String(await findFreePort()),
  })

  expect(code).toBe(74)
  if (fileInDataDir !== 'marquee.db') expect(output).toContain(fileInDataDir || dataDirName)
})

test('server with PostgreSQL exits with 74 when the data directory cannot be used', async () => {
  const path = join(server.dataDir, 'a-file')
  writeFileSync(path, '')

  const { code, output } = await startExpectingExit({
    ...{ DATA_DIR: path, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    SESSION_SECRET: 'x'.repeat(32),
  })

  expect(code).toBe(74)
  expect(output).toContain(path)
})

test('server exits with 78 when its host is an address of another machine', async () => {
  const { code, output } = await startExpectingExit({
    ...{ DATA_DIR: server.dataDir, HOST: '192.0.2.1', PORT: String(await findFreePort()) },
  })

  expect(code).toBe(78)
  expect(output).toContain('192.0.2.1')
})

test('server exits with 78 and names all invalid variables', async () => {
  const invalid = {
    PORT: 'many',
    REDIS_URL: 'redis://127.0.0.1:6379',
    CINEMA_TIME_ZONE: 'Moon/Tranquility',
    TRUST_PROXY: 'everybody',
    SOCKETS_PER_HOLDER: '0',
  }

  const { code, output } = await startExpectingExit({ DATA_DIR: server.dataDir, ...invalid })

  expect(code).toBe(78)
  for (const name of Object.keys(invalid)) expect(output).toContain(name)
})

test('server exits with 0 on SIGTERM while clients are connected, and they reconnect after a restart', async () => {
  const { url, port, kill } = await start()
  await fetch(`${url}/api/movies`)
  const client = io(url, { transports: ['websocket'], reconnectionDelay: 50 })
  await new Promise<void>((resolve) => client.once('connect', resolve))
  const disconnected = new Promise<void>((resolve) => client.once('disconnect', () => resolve()))

  expect(await kill('SIGTERM')).toBe(0)

  await disconnected
  const reconnected = new Promise<void>((resolve) => client.once('connect', resolve))
  await start({ PORT: String(port) })
  await reconnected
  client.close()
})

test('server opens without the office when another program uses the default port, and ends with 69 for a configured one', async () => {
  const port = await findFreePort()
  const taken = createServer().listen(port + 1, '127.0.0.1')
  await once(taken, 'listening')

  const opened = await server.start({ PORT: String(port), OFFICE_PORT: '' })
  expect(opened.output()).toContain('office port in use')
  expect((await fetch(`${opened.url}/readyz`)).status).toBe(200)
  await opened.kill('SIGTERM')
  const refused = await startExpectingExit({
    ...{ DATA_DIR: server.dataDir, PORT: String(port), OFFICE_PORT: String(port + 1) },
  })
  taken.close()

  expect(refused.code).toBe(69)
})
