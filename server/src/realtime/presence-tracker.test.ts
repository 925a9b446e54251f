import { expect, test, vi } from 'vitest'
import { createShowtime, createUser } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeContext } from '#test/support/test-context.ts'
import { openTestServer, setupServerPerTest } from '#test/support/test-server.ts'
import { beginCheckout, holdPlaces } from '../inventory/holds/holds.service.ts'
import {
  adoptHolds,
  releaseAbandonedHolds,
  updateLastSeen,
} from '../inventory/selections/selections.service.ts'

describeContext('presence tracker', (context) => {
  const server = setupServerPerTest(context)

  async function passSeconds(seconds: number) {
    for (let passed = 0; passed <= seconds; passed += 20) {
      await server().realtime.updatePresence()
      await context().clock.advance(20_000)
    }
  }

  async function disconnect(...clients: SocketClient[]) {
    const { count } = server().realtime
    const before = count()
    for (const client of clients) client.close()
    await expect.poll(count).toBe(before - clients.length)
  }

  test('releases the holds of a closed tab after a minute, unless a second tab is open', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [a, b] = seats as [string, string]
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().join('asha', showtimeId)
    const bala = await server().join('bala', showtimeId)
    await server().join('bala', showtimeId)
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

  test('keeps what a visitor holds who connects again while the absent visitors are read', async () => {
    const { ctx, clock } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    await holdPlaces(ctx, { showtimeId, placeIds: seats.slice(0, 1), holder: 'asha' })
    await clock.advance(180_000)
    const submitNow = ctx.showtimes.submit
    const submit = vi.spyOn(ctx.showtimes, 'submit').mockImplementation(async (...command) => {
      // Visitors of other tests are absent too.
      if (command[1] === showtimeId) await updateLastSeen(ctx, [{ showtimeId, visitorId: 'asha' }])
      return submitNow(...command)
    })

    await releaseAbandonedHolds(ctx)
    submit.mockRestore()

    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(1)
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
    await server().join('asha', showtimeId)
    await passSeconds(120)

    expect(await holders()).toEqual(['asha'])
  })

  test('releases a checkout three minutes after the last connection, unless the holder is signed in', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const [own, connected, signedIn] = seats as [string, string, string]
    const userId = await createUser(ctx)
    const asha = await server().join('asha', showtimeId)
    const bala = await server().join('bala', showtimeId)
    await asha.ask('beginCheckout', { showtimeId, seatIds: [own], slotIds: [] })
    await bala.ask('beginCheckout', { showtimeId, seatIds: [connected], slotIds: [] })
    await beginCheckout(ctx, { showtimeId, holder: 'ravi', userId, placeIds: [signedIn] })
    await bala.ask('leaveShowtime', showtimeId)
    await server().realtime.compare()
    await passSeconds(20)
    await disconnect(asha)
    const held = async () => [...(await readSeatMap(ctx, showtimeId)).claims.keys()].toSorted()

    await passSeconds(150)
    expect(await held()).toEqual([own, connected, signedIn].toSorted())
    await passSeconds(60)
    expect(await held()).toEqual([connected, signedIn].toSorted())
  })

  test('keeps a checkout whose holder connects again without joining the showtime', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    await beginCheckout(ctx, { showtimeId, holder: 'asha', placeIds: seats.slice(0, 1) })
    await server().connect('asha')
    const { compare } = server().realtime
    const view = vi.spyOn(ctx.showtimes, 'view')
    await expect.poll(() => compare().then(() => view.mock.calls)).toContainEqual([showtimeId])
    view.mockRestore()

    await passSeconds(240)

    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(1)
  })

  test('records and releases as before after the clock of the node has been set back', async () => {
    const { ctx, clock } = context()
    let isSetBack = false
    const now = () => ctx.now() - (isSetBack ? 3_600_000 : 0)
    const node = await openTestServer({ ctx: { ...ctx, now } })
    const { showtimeId, seats } = await createShowtime(ctx)
    const [kept, abandoned] = seats as [string, string]
    await holdPlaces(ctx, { showtimeId, placeIds: [kept], holder: 'asha' })
    await holdPlaces(ctx, { showtimeId, placeIds: [abandoned], holder: 'ravi' })
    await node.join('asha', showtimeId)
    const held = async () => [...(await readSeatMap(ctx, showtimeId)).claims.keys()]

    for (let passed = 0; passed <= 200; passed += 20) {
      await node.realtime.updatePresence()
      isSetBack = passed >= 20
      await clock.advance(20_000)
    }

    expect(await held()).toEqual([kept])
    await node.close()
  })

  test('releases only abandoned holds after the clock of the database has been set back by five seconds', async () => {
    const { ctx, clock } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const [kept, abandoned] = seats as [string, string]
    await holdPlaces(ctx, { showtimeId, placeIds: [kept], holder: 'asha' })
    await holdPlaces(ctx, { showtimeId, placeIds: [abandoned], holder: 'ravi' })
    await server().join('asha', showtimeId)
    const held = async () => [...(await readSeatMap(ctx, showtimeId)).claims.keys()].toSorted()
    await passSeconds(20)

    await clock.step(-5000)
    await server().realtime.updatePresence()
    expect(await held()).toEqual([kept, abandoned].toSorted())
    await passSeconds(120)

    expect(await held()).toEqual([kept])
  })

  test('counts the holds of a visitor who has signed in for the account', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const userId = await createUser(ctx)
    const placeIds = seats.slice(0, 1)
    await beginCheckout(ctx, { showtimeId, holder: 'asha', address: 'an address', placeIds })

    const visitor = { visitorId: 'asha', userId, email: null, isConfirmed: true }
    await adoptHolds(ctx, visitor, [showtimeId])

    const selection = ctx.db.selectFrom('selections').select(['account', 'address'])
    expect(await selection.where('showtime_id', '=', showtimeId).execute()).toEqual([
      { account: userId, address: null },
    ])
  })

  test('releases the holds of a socket that disconnected while it joined', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const asha = await server().connect('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const load = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const viewNow = ctx.showtimes.view
    const view = vi.spyOn(ctx.showtimes, 'view').mockImplementationOnce(async (id) => {
      started.resolve()
      await load.promise
      return viewNow(id)
    })
    asha.emit('joinShowtime', showtimeId)
    await started.promise
    await disconnect(asha)
    load.resolve()
    view.mockRestore()
    await server().join('ravi', showtimeId)

    await passSeconds(120)

    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(0)
  })
})
