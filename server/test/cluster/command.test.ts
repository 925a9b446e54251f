import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Seat } from '@marquee/contract/seats/seats'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir } from '#test/support/server-process.ts'
import { connectSocketClient, type SocketClient } from '#test/support/socket-client.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import { runCluster } from './command.ts'

const { TEST_DATABASE_URL: POSTGRES = '', TEST_REDIS_URL: REDIS = '' } = process.env
const services = { DATABASE_URL: POSTGRES, REDIS_URL: REDIS }

test('npm run cluster without PostgreSQL names its address and the setting to change', async () => {
  const command = runCluster({ DATABASE_URL: 'postgres://asha:secret@127.0.0.1:1/cinema' })

  expect(await command.ended).toBe(69)
  expect(command.output()).toMatch(
    /PostgreSQL is not available at postgres:\/\/127\.0\.0\.1:1\/cinema .*\n.*DATABASE_URL/,
  )
  expect(command.output()).not.toMatch(/secret|^\s+at /m)
})

describe.skipIf(!POSTGRES)('npm run cluster with PostgreSQL', () => {
  test('without Redis names its address and the setting to change', {
    tags: ['test-all'],
  }, async () => {
    const command = runCluster({ ...services, REDIS_URL: 'redis://127.0.0.1:1' })

    expect(await command.ended).toBe(69)
    expect(command.output()).toMatch(
      /Redis is not available at redis:\/\/127\.0\.0\.1:1 .*\n.*REDIS_URL/,
    )
    expect(command.output()).not.toMatch(/^\s+at /m)
  })
})

describe.skipIf(!POSTGRES || !REDIS)(
  'npm run cluster with PostgreSQL and Redis',
  {
    tags: ['test-all'],
  },
  () => {
    test('names the port when another process uses it', async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const command = runCluster({ ...services, PORT: String(port) })

      expect(await command.ended).toBe(69)
      expect(command.output()).toContain(`cannot listen on port ${port}`)
      other.close()
    })

    test('ends with the output and exit code of a node that cannot start', async () => {
      const command = runCluster({ ...services, HOLD_SECONDS: 'many' })

      expect(await command.ended).toBe(78)
      expect(command.output()).toMatch(/node 1 │ .*HOLD_SECONDS/)
    })
  },
)

// The last test ends the command.
describe.skipIf(!POSTGRES || !REDIS)('three nodes behind a balancer', { shuffle: false }, () => {
  const data = createDataDir()
  let command: ReturnType<typeof runCluster>
  let url = ''
  let drop: () => Promise<unknown>
  beforeAll(async () => {
    const database = await createPostgresDatabase(POSTGRES)
    // The command creates the database.
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

  /** The first seat of the bookable showtime that starts last. */
  const findSeat = async () => {
    const movies = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
    const showtimes = movies
      .flatMap((movie) => movie.showtimes.filter((showtime) => typeof showtime === 'object'))
      .filter((showtime) => getBookingWindow(showtime, Date.now()).open)
    const [last] = showtimes.toSorted((one, other) => other.startTime.localeCompare(one.startTime))
    const showtimeId = last?._id ?? ''
    const seats = (await (await fetch(`${url}/api/seats/showtime/${showtimeId}`)).json()) as Seat[]
    return { showtimeId, seatId: seats[0]?._id ?? '' }
  }

  test('send a hold to the clients of all nodes and serve clients of a killed node on the others', async () => {
    expect(command.output()).toContain('Created the database')
    const { showtimeId, seatId } = await findSeat()
    const clients = await Promise.all(['', '', ''].map(() => connectSocketClient(url)))
    for (const { ask } of clients) await ask('joinShowtime', showtimeId)
    const [asha, ...others] = clients as [SocketClient, ...SocketClient[]]

    expect(await asha.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    const containsHold = ({ seats }: { seats: Seat[] }) =>
      seats.some(({ _id, status }) => _id === seatId && status === 'HELD')
    for (const { next } of others) await next('seatsUpdated', containsHold)

    const { pid } = (await command.nodes()).get('node 2') ?? { pid: 0 }
    const anyDisconnected = Promise.race(clients.map(({ disconnected }) => disconnected))
    process.kill(pid, 'SIGKILL')
    await anyDisconnected
    const again = await connectSocketClient(url)
    expect(await again.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    await command.waitForOutput(/node 2 was killed \(SIGKILL\); restarting\./)
    await command.nodes(4)
    for (const { close } of [...clients, again]) close()
  })

  test('serve long polling and its upgrade to a WebSocket', async () => {
    const { showtimeId } = await findSeat()
    const socket = io(url, { forceNew: true, reconnection: false })
    const upgraded = new Promise<void>((resolve) => {
      socket.io.engine.once('upgrade', () => resolve())
    })
    await upgraded

    expect(await socket.emitWithAck('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    socket.close()
  })

  test('end with exit code 0 on SIGINT', async () => {
    expect(await command.close()).toBe(0)
    expect(command.output()).toMatch(/All nodes have stopped\.\n$/)
    const printed = command
      .output()
      .split('\n')
      .filter((line) => line.includes('│'))
    // The nodes print nothing but warnings, such as those of one that waits for the migrations or reconnects to Redis.
    expect(printed.filter((line) => !line.includes('│ {"level":40,'))).toEqual([])
  })
})
