import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeat,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { createDataDir, findFreePort, startExpectingExit } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'

const house = setupServerProcesses()
const { start } = house

test('a fresh directory becomes an open cinema with films to book', async () => {
  const { url } = await start()

  expect((await fetch(`${url}/livez`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const movies = (await (await fetch(`${url}/api/movies`)).json()) as { name: string }[]
  expect(movies.map(({ name }) => name)).toContain('Amaran')
})

test('a second server on the same directory is refused while the first lives, and takes over when it is dead', async () => {
  const first = await start()

  const second = await startExpectingExit({
    DATA_DIR: house.dataDir,
    PORT: String(await findFreePort()),
  })
  expect(second.code).toBe(73)
  expect(second.said).toContain('Another process uses')

  await first.kill('SIGKILL')
  const heir = await start()
  expect((await fetch(`${heir.url}/readyz`)).status).toBe(200)
})

test('what was acknowledged survives kill -9, with no manual step', async () => {
  const first = await start()
  const client = createHttpClient(first.url)
  const wish = await findBookableSeat(client)
  const userId = await signUpAndSignIn(client, 'asha@example.com')
  const booking = bookingOf(await postBooking(client, userId, wish))

  await first.kill('SIGKILL')
  await start({ PORT: String(first.port) })

  expect((await client.get(`/api/bookings/user/${userId}`)).json()).toEqual([booking])
  const again = await postBooking(client, userId, wish)
  expect(again.json()).toMatchObject({
    code: 'ALREADY_BOOKED',
    bookingReference: booking.bookingReference,
  })
})

test('a window ends within two seconds of signing out in another [S-39]', async () => {
  const { url } = await start()
  const client = createHttpClient(url)
  await signUpAndSignIn(client, 'asha@example.com')
  const window = await connectSocketClient(url, client.cookies())
  const ended = window.disconnected

  await client.post('/api/auth/signout')
  const signedOutAt = performance.now()

  expect(await ended).toBe('transport close')
  expect(performance.now() - signedOutAt).toBeLessThan(2000)
})

test('whatever is written is its owner’s alone, also in a directory that others may enter [S-38]', async () => {
  chmodSync(house.dataDir, 0o755)
  const { url } = await start()
  const client = createHttpClient(url)
  await client.post('/api/faq/ask', { userQuestion: 'Popcorn?', userEmail: 'asha@example.com' })

  const mails = join(house.dataDir, 'mail')
  await expect.poll(() => existsSync(mails) && readdirSync(mails)).toHaveLength(1)
  const written = readdirSync(house.dataDir, { recursive: true }) as string[]
  expect(written.length).toBeGreaterThan(3)
  const open = written.filter((name) => statSync(join(house.dataDir, name)).mode & 0o077)
  expect(open).toEqual([])
})

test('a taken port ends the start with 69', async () => {
  const { port } = await start()
  const other = createDataDir()

  const { code } = await startExpectingExit({ DATA_DIR: other.dataDir, PORT: String(port) })

  other.remove()
  expect(code).toBe(69)
})

test('an unusable data directory ends the start with 74', async () => {
  const file = join(house.dataDir, 'a-file')
  writeFileSync(file, 'not a directory')

  const { code, said } = await startExpectingExit({ DATA_DIR: file })

  expect(code).toBe(74)
  expect(said).toContain(file)
})

test('a file that is no database is refused, and not overwritten', async () => {
  writeFileSync(join(house.dataDir, 'marquee.db'), 'a diary, and nobody may read it'.repeat(200))

  const { code } = await startExpectingExit({
    DATA_DIR: house.dataDir,
    PORT: String(await findFreePort()),
  })

  expect(code).toBe(74)
})

test('a lock that is none is not taken for another process', async () => {
  writeFileSync(join(house.dataDir, 'server.lock'), 'a diary, and nobody may read it'.repeat(200))

  const { code, said } = await startExpectingExit({
    DATA_DIR: house.dataDir,
    PORT: String(await findFreePort()),
  })

  expect(code).toBe(74)
  expect(said).toContain('server.lock')
})

test('a bad configuration ends the start with 78 and names every fault', async () => {
  const { code, said } = await startExpectingExit({
    DATA_DIR: house.dataDir,
    PORT: 'many',
    REDIS_URL: 'redis://127.0.0.1:6379',
    CINEMA_TIME_ZONE: 'Moon/Tranquility',
    TRUST_PROXY: 'everybody',
    SOCKETS_PER_HOLDER: '0',
  })

  expect(code).toBe(78)
  for (const name of [
    ...['PORT', 'REDIS_URL', 'CINEMA_TIME_ZONE'],
    ...['TRUST_PROXY', 'SOCKETS_PER_HOLDER'],
  ]) {
    expect(said).toContain(name)
  }
})

test('an interrupt closes the doors in good order, whoever still has a line open', async () => {
  const server = await start()
  await connectSocketClient(server.url)
  await fetch(`${server.url}/api/movies`)

  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a window comes back by itself to a server that was closed in good order and opened again', async () => {
  const server = await start()
  const window = io(server.url, { transports: ['websocket'], reconnectionDelay: 50 })
  await new Promise<void>((resolve) => window.once('connect', resolve))

  const gone = new Promise<void>((resolve) => window.once('disconnect', () => resolve()))
  await server.kill('SIGTERM')
  await gone
  const back = new Promise<void>((resolve) => window.once('connect', resolve))
  await start({ PORT: String(server.port) })
  await back

  window.close()
})
