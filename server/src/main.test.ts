import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeServers } from '#test/support/database-environments.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import {
  createDataDir,
  type RunningServer,
  runCommandProcess,
  startExpectingExit,
  startOnFreePort,
  startServer,
} from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'
import { OWNED_BY_OFFICE } from './catalogue/programme.service.ts'
import { lockDataDir } from './database/data-dir/data-dir.ts'

const server = setupServerProcesses()
const { start } = server

// The last test ends the server.
describe('a running server', { shuffle: false }, () => {
  const data = createDataDir()
  let running: RunningServer
  beforeAll(async () => {
    chmodSync(data.dataDir, 0o777)
    running = await startServer({ DATA_DIR: data.dataDir })
  })
  afterAll(async () => {
    await running.kill('SIGKILL')
    data.remove()
  })

  test('closes the sockets of a session after it ends [S-39]', async () => {
    const client = createHttpClient(running.url)
    await signUpAndSignIn(client, 'asha@example.com')
    const socket = await connectSocketClient(running.url, client.cookies())

    await client.post('/api/auth/signout')

    expect(await socket.disconnected).toBe('transport close')
  })

  test('writes files that only their owner can read, and restricts a public directory to its owner [S-38]', async () => {
    const client = createHttpClient(running.url)
    await client.post('/api/faq/ask', { userQuestion: 'Popcorn?', userEmail: 'asha@example.com' })

    const mailDir = join(data.dataDir, 'mail')
    const mails = () => (existsSync(mailDir) ? readdirSync(mailDir) : [])
    await expect.poll(mails).toContainEqual(expect.stringMatching(/\.eml$/))
    const files = readdirSync(data.dataDir, { recursive: true }) as string[]
    expect(files.length).toBeGreaterThan(3)
    const readable = files.filter((name) => statSync(join(data.dataDir, name)).mode & 0o077)
    expect(readable).toEqual([])
    expect(statSync(data.dataDir).mode & 0o777).toBe(0o700)
  })

  test('exits with 0 on SIGTERM while clients are connected', async () => {
    await fetch(`${running.url}/api/movies`)
    const socket = await connectSocketClient(running.url)

    expect(await running.kill('SIGTERM')).toBe(0)

    await socket.disconnected
  })
})

describeServers('a server', {}, (served) => {
  test('keeps an acknowledged booking after kill -9, and its clients reconnect', async () => {
    const { server: first } = served()
    const socket = io(first.url, { transports: ['websocket'], reconnectionDelay: 50 })
    const connect = () => new Promise<void>((resolve) => socket.once('connect', resolve))
    await connect()
    const client = createHttpClient(first.url)
    const order = await findBookableSeats(client)
    const userId = await signUpAndSignIn(client, 'asha@example.com')
    const booking = bookingOf(await postBooking(client, userId, order))

    const reconnected = connect()
    await first.kill('SIGKILL')
    await served().restart()
    await reconnected
    socket.close()

    expect((await client.get(`/api/bookings/user/${userId}`)).json()).toEqual([booking])
    const repeated = await postBooking(client, userId, order)
    expect(repeated.json()).toMatchObject({
      code: 'ALREADY_BOOKED',
      bookingReference: booking.bookingReference,
    })
  })
})

test('server refuses a locked data directory with 73', async () => {
  const unlock = lockDataDir(server.dataDir)

  const { code, stderr } = await startExpectingExit({ DATA_DIR: server.dataDir })

  unlock()
  expect(code).toBe(73)
  expect(stderr).toContain('Another process uses')
})

/** A program that listens on a port of its own. */
async function takePort() {
  const program = createServer().listen(0, '127.0.0.1')
  await once(program, 'listening')
  const { port } = program.address() as AddressInfo
  return { port, release: () => program.close() }
}

test('server exits with 69 when its port is in use', async () => {
  const { port, release } = await takePort()

  const { code, stderr } = await startExpectingExit({
    DATA_DIR: server.dataDir,
    PORT: String(port),
  })

  release()
  expect(code).toBe(69)
  expect(stderr).toContain('EADDRINUSE')
})

test('server exits with 74 when the database is another file', async () => {
  writeFileSync(join(server.dataDir, 'marquee.db'), 'not a database'.repeat(400))

  const { code } = await startExpectingExit({ DATA_DIR: server.dataDir })

  expect(code).toBe(74)
})

test('server with PostgreSQL exits with 74 when the data directory cannot be used', {
  tags: ['test-all'],
}, async () => {
  const path = join(server.dataDir, 'a-file')
  writeFileSync(path, '')

  const { code, output } = await startExpectingExit({
    DATA_DIR: path,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    SESSION_SECRET: 'x'.repeat(32),
  })

  expect(code).toBe(74)
  expect(output).toContain(path)
})

test('server exits with 78 when its host is an address of another machine', {
  tags: ['test-all'],
}, async () => {
  const { code, output } = await startExpectingExit({ DATA_DIR: server.dataDir, HOST: '192.0.2.1' })

  expect(code).toBe(78)
  expect(output).toContain('192.0.2.1')
})

test('server exits with 78 and names all invalid variables', async () => {
  const invalid = {
    PORT: 'many',
    REDIS_URL: 'redis://127.0.0.1:6379',
    CINEMA_TIME_ZONE: 'Moon/Tranquility',
    TRUST_PROXY: 'everybody',
    SOCKETS_PER_VISITOR: '0',
  }

  const { code, stderr } = await startExpectingExit({ DATA_DIR: server.dataDir, ...invalid })

  expect(code).toBe(78)
  for (const name of Object.keys(invalid)) expect(stderr).toContain(name)
})

test('server exits with 78 and only one problem when CATALOGUE is set and the programme belongs to the office [S-851]', {
  tags: ['test-all'],
}, async () => {
  const { dataDir } = server
  const { kill, officePort } = await start({ OFFICE_PORT: '0' })
  const changed = await runCommandProcess('office', ['programme', 'hours', '06:00', '03:00'], {
    DATA_DIR: dataDir,
    OFFICE_PORT: String(officePort),
  })
  expect(changed).toMatchObject({ code: 0, stderr: '' })
  await kill('SIGTERM')
  const file = join(dataDir, 'catalogue.json')
  writeFileSync(file, JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('First')])))

  const { code, stderr } = await startExpectingExit({ DATA_DIR: dataDir, CATALOGUE: file })

  expect(code).toBe(78)
  expect(stderr).toBe(`The configuration is not usable:\n  - ${OWNED_BY_OFFICE}\n`)
})

test('server exits with 69 when its configured office port is in use', {
  tags: ['test-all'],
}, async () => {
  const { port, release } = await takePort()

  const { code } = await startExpectingExit({
    DATA_DIR: server.dataDir,
    OFFICE_PORT: String(port),
  })

  release()
  expect(code).toBe(69)
})

test('server opens without the office when another program uses the default port', async () => {
  const { opened, taken } = await startOnFreePort(async (port) => {
    const taken = createServer().listen(port + 1, '127.0.0.1')
    const environment = { DATA_DIR: server.dataDir, PORT: String(port), OFFICE_PORT: '' }
    try {
      await once(taken, 'listening')
      return { opened: await start(environment), taken }
    } catch (error) {
      taken.close()
      if (String(error).includes('EADDRINUSE')) return undefined
      throw error
    }
  })

  expect(opened.output()).toContain('office port in use')
  expect((await fetch(`${opened.url}/readyz`)).status).toBe(200)
  taken.close()
})
