import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aClient } from '#test/clients.ts'
import { bookingIn, bookPlainly, signedInUser, whatToBook } from '#test/journey.ts'
import { aPlainClient } from '#test/plain-client.ts'
import {
  aDataDir,
  aPort,
  type RunningServer,
  startInVain,
  startServer,
} from '#test/server-process.ts'

let data: ReturnType<typeof aDataDir>
const running: RunningServer[] = []

beforeEach(() => {
  data = aDataDir()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')))
  data.remove()
})

const start = async (environment: Record<string, string> = {}) => {
  const server = await startServer({ DATA_DIR: data.dataDir, ...environment })
  running.push(server)
  return server
}

test('a fresh directory becomes an open cinema with films to book', async () => {
  const { url } = await start()

  expect((await fetch(`${url}/livez`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const movies = (await (await fetch(`${url}/api/movies`)).json()) as { name: string }[]
  expect(movies.map(({ name }) => name)).toContain('Amaran')
})

test('a second server on the same directory is refused while the first lives, and takes over when it is dead', async () => {
  const first = await start()

  const second = await startInVain({ DATA_DIR: data.dataDir, PORT: String(await aPort()) })
  expect(second.code).toBe(73)
  expect(second.said).toContain('Another process is serving')

  running.splice(0)
  await first.kill('SIGKILL')
  const heir = await start()
  expect((await fetch(`${heir.url}/readyz`)).status).toBe(200)
})

test('what was acknowledged survives kill -9, with no manual step', async () => {
  const first = await start()
  const client = aPlainClient(first.url)
  const wish = await whatToBook(client)
  const userId = await signedInUser(client, 'asha@example.com')
  const booking = bookingIn(await bookPlainly(client, userId, wish))

  running.splice(0)
  await first.kill('SIGKILL')
  await start({ PORT: String(first.port) })

  expect((await client.get(`/api/bookings/user/${userId}`)).json()).toEqual([booking])
  const again = await bookPlainly(client, userId, wish)
  expect(again.json()).toMatchObject({
    code: 'ALREADY_BOOKED',
    bookingReference: booking.bookingReference,
  })
})

test('a taken port ends the start with 69', async () => {
  const { port } = await start()
  const other = aDataDir()

  const { code } = await startInVain({ DATA_DIR: other.dataDir, PORT: String(port) })

  other.remove()
  expect(code).toBe(69)
})

test('an unusable data directory ends the start with 74', async () => {
  const file = join(data.dataDir, 'a-file')
  writeFileSync(file, 'not a directory')

  const { code, said } = await startInVain({ DATA_DIR: file })

  expect(code).toBe(74)
  expect(said).toContain(file)
})

test('a file that is no database is refused, and not overwritten', async () => {
  writeFileSync(join(data.dataDir, 'marquee.db'), 'a diary, and nobody may read it'.repeat(200))

  const { code } = await startInVain({ DATA_DIR: data.dataDir, PORT: String(await aPort()) })

  expect(code).toBe(74)
})

test('a lock that is none is not taken for another process', async () => {
  writeFileSync(join(data.dataDir, 'server.lock'), 'a diary, and nobody may read it'.repeat(200))

  const { code, said } = await startInVain({ DATA_DIR: data.dataDir, PORT: String(await aPort()) })

  expect(code).toBe(74)
  expect(said).toContain('server.lock')
})

test('a bad configuration ends the start with 78 and names every fault', async () => {
  const { code, said } = await startInVain({
    DATA_DIR: data.dataDir,
    PORT: 'many',
    REDIS_URL: 'redis://127.0.0.1:6379',
    CINEMA_TIME_ZONE: 'Moon/Tranquility',
  })

  expect(code).toBe(78)
  for (const name of ['PORT', 'REDIS_URL', 'CINEMA_TIME_ZONE']) expect(said).toContain(name)
})

test('an interrupt closes the doors in good order, whoever still has a line open', async () => {
  const server = await start()
  running.splice(0)
  await aClient(server.url)
  await fetch(`${server.url}/api/movies`)

  expect(await server.kill('SIGTERM')).toBe(0)
})
