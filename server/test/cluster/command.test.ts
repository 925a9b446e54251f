import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bookingWindow } from '@marquee/contract/booking-window'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, findFreePort } from '#test/support/server-process.ts'
import { connectSocketClient, type SocketClient } from '#test/support/socket-client.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import { runCluster } from './command.ts'

const { TEST_DATABASE_URL: POSTGRES = '', TEST_REDIS_URL: REDIS = '' } = process.env
const neighbours = { DATABASE_URL: POSTGRES, REDIS_URL: REDIS }

test('without PostgreSQL it says what is missing, where it was looked for and what to do', async () => {
  const port = await findFreePort()
  const command = runCluster({ DATABASE_URL: `postgres://asha:secret@127.0.0.1:${port}/cinema` })

  expect(await command.ended).toBe(69)
  expect(command.said()).toMatch(
    new RegExp(
      `PostgreSQL is not available at postgres://127.0.0.1:${port}/cinema .*\\n.*DATABASE_URL`,
    ),
  )
  expect(command.said()).not.toMatch(/secret|^\s+at /m)
})

describe.skipIf(!POSTGRES)('where there is a PostgreSQL', () => {
  test('but no Redis it says the same of that', async () => {
    const port = await findFreePort()
    const command = runCluster({ ...neighbours, REDIS_URL: `redis://127.0.0.1:${port}` })

    expect(await command.ended).toBe(69)
    expect(command.said()).toMatch(
      new RegExp(`Redis is not available at redis://127.0.0.1:${port} .*\\n.*REDIS_URL`),
    )
    expect(command.said()).not.toMatch(/^\s+at /m)
  })
})

describe.skipIf(!POSTGRES || !REDIS)('where there are PostgreSQL and Redis', () => {
  test('a port that is taken is a sentence too', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const command = runCluster({ ...neighbours, PORT: String(port) })

    expect(await command.ended).toBe(69)
    expect(command.said()).toContain(`cannot listen on port ${port}`)
    other.close()
  })

  test('what a node cannot be started with ends all of it, with the node’s own words and code', async () => {
    const command = runCluster({ ...neighbours, HOLD_SECONDS: 'many' })

    expect(await command.ended).toBe(78)
    expect(command.said()).toMatch(/node 1 │ .*HOLD_SECONDS/)
  })
})

describe.skipIf(!POSTGRES || !REDIS)('three nodes behind a balancer', () => {
  const data = createDataDir()
  let command: ReturnType<typeof runCluster>
  let url = ''
  let drop: () => Promise<unknown>
  beforeAll(async () => {
    const database = await createPostgresDatabase(POSTGRES)
    // The command makes its own.
    await database.drop()
    drop = database.drop
    command = runCluster({
      DATABASE_URL: database.url,
      REDIS_URL: REDIS,
      DATA_DIR: data.dataDir,
      RATE_LIMITS: 'off',
    })
    url = await command.url()
  })
  afterAll(async () => {
    await command.close()
    await drop()
    data.remove()
  })

  /** The show that is open longest, and its first seat. */
  const aShow = async () => {
    const movies = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
    const shows = movies
      .flatMap(({ showtimes }) => showtimes.filter((showtime) => typeof showtime === 'object'))
      .filter((showtime) => bookingWindow(showtime, Date.now()).open)
    const [last] = shows.toSorted((one, other) => other.startTime.localeCompare(one.startTime))
    const showtimeId = last?._id ?? ''
    const seats = (await (await fetch(`${url}/api/seats/showtime/${showtimeId}`)).json()) as Seat[]
    return { showtimeId, seatId: seats[0]?._id ?? '' }
  }

  test('tell each other what is held, and a window whose node dies is served by the others', async () => {
    expect(command.said()).toContain('Created the database')
    const { showtimeId, seatId } = await aShow()
    const clients = await Promise.all(['', '', ''].map(() => connectSocketClient(url)))
    for (const { ask } of clients) await ask('joinShowtime', showtimeId)
    const [asha, ...others] = clients as [SocketClient, ...SocketClient[]]

    expect(await asha.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    const isThat = ({ seats }: { seats: Seat[] }) =>
      seats.some(({ _id, status }) => _id === seatId && status === 'HELD')
    for (const { next } of others) await next('seatsUpdated', isThat)

    const { pid } = (await command.nodes()).get('node 2') ?? { pid: 0 }
    const anyDisconnected = Promise.race(clients.map(({ disconnected }) => disconnected))
    process.kill(pid, 'SIGKILL')
    await anyDisconnected
    const again = await connectSocketClient(url)
    expect(await again.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    await command.heard(/node 2 was killed \(SIGKILL\); it is started again\./)
    await command.nodes(4)
    for (const { close } of [...clients, again]) close()
  })

  test('carry the polling of a program that opens no WebSocket at once, and let it go on to one', async () => {
    const { showtimeId } = await aShow()
    const socket = io(url, { forceNew: true, reconnection: false })
    const upgraded = new Promise<void>((resolve) => {
      socket.io.engine.once('upgrade', () => resolve())
    })
    await upgraded

    expect(await socket.emitWithAck('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    socket.close()
  })

  test('close in good order when they are told to', async () => {
    expect(await command.close()).toBe(0)
    expect(command.said()).toMatch(/All nodes are closed\.\n$/)
    expect(command.said()).not.toMatch(/│/)
  })
})
