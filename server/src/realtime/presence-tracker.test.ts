import { expect, test, vi } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupTestRealtime } from '#test/support/test-realtime.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readRecordedSeatMap, readSeatMap } from '../inventory/seat-map.ts'

describeDatabases('presence tracker', (context) => {
  const sockets = setupTestRealtime(context)

  async function passSeconds(seconds: number) {
    for (let passed = 0; passed <= seconds; passed += 20) {
      await sockets().realtime.updatePresence()
      await context().clock.advance(20_000)
    }
  }

  async function disconnect(...clients: SocketClient[]) {
    const { count } = sockets().realtime
    const before = count()
    for (const client of clients) client.close()
    await expect.poll(count).toBe(before - clients.length)
  }

  test('releases the holds of a closed tab after a minute, unless a second tab is open', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [a, b] = seats as [string, string]
    const ravi = await sockets().join('ravi', showtimeId)
    const asha = await sockets().join('asha', showtimeId)
    const bala = await sockets().join('bala', showtimeId)
    await sockets().join('bala', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: a })
    await bala.ask('holdSeat', { showtimeId, seatId: b })
    await disconnect(asha, bala)

    await passSeconds(80)

    const freed = await ravi.next(
      'seatsUpdated',
      ({ seats: [seat] }) => seat?.status === 'AVAILABLE',
    )
    expect(freed.seats.map(({ _id }) => _id)).toEqual([a])
  })

  test('gives holders a grace period to reconnect after the server was down', async () => {
    const { ctx, clock } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const [a, b] = seats as [string, string]
    await holdPlaces(ctx, { showtimeId, placeIds: [a], holder: 'asha' })
    await holdPlaces(ctx, { showtimeId, placeIds: [b], holder: 'ravi' })
    await clock.advance(180_000)
    const holders = async () =>
      [...(await readSeatMap(ctx, showtimeId)).claims.values()].map(({ holder }) => holder)

    await passSeconds(40)
    expect(await holders()).toHaveLength(2)
    await sockets().join('asha', showtimeId)
    await passSeconds(120)

    expect(await holders()).toEqual(['asha'])
  })

  test('releases the holds of a socket that disconnected while it joined', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const asha = await sockets().connect('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const load = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const get = vi.spyOn(ctx.seatMaps, 'get').mockImplementationOnce(async (id) => {
      started.resolve()
      await load.promise
      return readRecordedSeatMap(ctx, id)
    })
    asha.emit('joinShowtime', showtimeId)
    await started.promise
    await disconnect(asha)
    load.resolve()
    get.mockRestore()
    await sockets().join('ravi', showtimeId)

    await passSeconds(120)

    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(0)
  })
})
