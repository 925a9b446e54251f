import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { connectSocketClient, type SocketClient } from '#test/support/socket-client.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { openTestRealtime, type TestRealtime } from '#test/support/test-realtime.ts'
import { expireHolds } from '../inventory/expiry.service.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readSeatMap } from '../inventory/seat-map.ts'

describeDatabases('realtime', (world) => {
  let sockets: TestRealtime

  beforeEach(async () => {
    sockets = await openTestRealtime(world().ctx)
  })
  afterEach(() => sockets.close())

  const visitor = (holder: string) => sockets.visitor(holder)
  const watcher = async (holder: string, showtimeId: string) => {
    const client = await visitor(holder)
    expect(await client.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })
    return client
  }

  test('a hold is answered to the one and shown to the others, as theirs only to the holder [R-4.18]', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const seatId = seats[0] as string
    const [asha, otherTab, ravi] = await Promise.all(
      ['asha', 'asha', 'ravi'].map((holder) => watcher(holder, showtimeId)),
    )

    const ack = await asha?.ask('holdSeat', { showtimeId, seatId })

    expect(ack).toMatchObject({ ok: true, holdUntil: expect.any(String) })
    const seen = await ravi?.next('seatsUpdated')
    expect(seen).toMatchObject({ showtimeId, seats: [{ _id: seatId, status: 'HELD', price: 150 }] })
    expect(seen?.seats[0]).not.toHaveProperty('heldByMe')
    const own = await otherTab?.next('seatsUpdated')
    expect(own?.seats[0]).toMatchObject({ status: 'HELD', heldByMe: true })
    expect(own?.seats[0]?.holdUntil).toBe(ack?.ok === true ? ack.holdUntil : 'refused')
  })

  test('who comes second hears TAKEN, and who wants no answer gets the truth about the seat [R-7.21]', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const seatId = seats[0] as string
    await holdPlaces(world().ctx, { showtimeId, placeIds: [seatId], holder: 'asha' })
    const ravi = await visitor('ravi')

    expect(await ravi.ask('holdSeat', { showtimeId, seatId })).toMatchObject({
      ok: false,
      code: 'TAKEN',
    })
    ravi.emit('holdSeat', { showtimeId, seatId })

    const correction = await ravi.next('seatsUpdated')
    expect(correction.seats).toMatchObject([{ _id: seatId, status: 'HELD' }])
  })

  test('a client that joins without wanting an answer is sent the whole map [R-7.21]', async () => {
    const { showtimeId, seats, twoWheelers, fourWheelers } = await createShowtime(world().ctx)
    const client = await visitor('asha')

    client.emit('joinShowtime', showtimeId)

    expect((await client.next('seatsUpdated')).seats).toHaveLength(seats.length)
    expect((await client.next('parkingUpdated')).parkingSlots).toHaveLength(
      twoWheelers.length + fourWheelers.length,
    )
  })

  test('many changes in a moment reach a room in few pushes, and the last one is the truth', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    const askers = await Promise.all(['asha', 'bala', 'chitra'].map((holder) => visitor(holder)))

    const acks = await Promise.all(
      seats.slice(0, 18).map((seatId, n) => askers[n % 3]?.ask('holdSeat', { showtimeId, seatId })),
    )

    expect(acks.every((ack) => ack?.ok)).toBe(true)
    const heldSeats = () =>
      new Set(ravi.all('seatsUpdated').flatMap((push) => push.seats.map(({ _id }) => _id)))
    await ravi.next('seatsUpdated', () => heldSeats().size === 18)
    expect(ravi.all('seatsUpdated').length).toBeLessThan(10)
  })

  test('revisions only grow, and each push names the one before it', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    const asha = await visitor('asha')
    for (const seatId of seats.slice(0, 3)) {
      await asha.ask('holdSeat', { showtimeId, seatId })
      await ravi.next('seatsUpdated', ({ seats: [seat] }) => seat?._id === seatId)
    }

    const pushes = ravi.all('seatsUpdated')
    expect(pushes).toHaveLength(3)
    for (const [n, { since, rev }] of pushes.entries()) {
      expect(rev).toBeGreaterThan(since)
      if (n > 0) expect(since).toBe(pushes[n - 1]?.rev)
    }
  })

  test('a change whose hint was lost is found by the comparison', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    world().ctx.publish = () => undefined
    await holdPlaces(world().ctx, { showtimeId, placeIds: seats.slice(0, 1), holder: 'asha' })

    await sockets.realtime.compare()

    expect((await ravi.next('seatsUpdated')).seats).toMatchObject([{ status: 'HELD' }])
  })

  test('whoever asks for the map while much happens gets one that the room is told, too', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    const asha = await visitor('asha')
    const asked = new Set<number>()

    for (const seatId of seats.slice(1, 7)) {
      const comesAndGoes = { showtimeId, seatId: seats[0] as string }
      await asha.ask('holdSeat', comesAndGoes)
      const [{ rev }] = await Promise.all([
        readSeatMap(world().ctx, showtimeId),
        asha.ask('holdSeat', { showtimeId, seatId }),
        asha.ask('releaseSeat', comesAndGoes),
      ])
      asked.add(rev)
    }

    const told = () =>
      ravi.all('seatsUpdated').flatMap(({ rev, from, since }) => [rev, from, since])
    await expect.poll(() => [...asked].filter((rev) => !told().includes(rev))).toEqual([])
  })

  test('a hold that had run out and is somebody else’s now is told to all: some have seen it as free', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const placeIds = seats.slice(0, 1)
    await holdPlaces(world().ctx, { showtimeId, placeIds, holder: 'asha' })
    const ravi = await watcher('ravi', showtimeId)
    await world().clock.advance(600_000)

    await holdPlaces(world().ctx, { showtimeId, placeIds, holder: 'asha' })
    expect((await ravi.next('seatsUpdated')).seats).toMatchObject([{ status: 'HELD' }])
    await world().clock.advance(600_000)
    await holdPlaces(world().ctx, { showtimeId, placeIds, holder: 'bala' })
    await ravi.next('seatsUpdated', () => ravi.all('seatsUpdated').length === 2)
  })

  test('a quiet comparison tells the room where it should be, so that a lost push is noticed', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    const asha = await visitor('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const { rev } = await ravi.next('seatsUpdated')

    // After the second, the next two, and then less and less often.
    for (const [n, turns] of [2, 1, 1, 4, 8].entries()) {
      for (let turn = 0; turn < turns; turn += 1) await sockets.realtime.compare()
      await ravi.next('mapRevision', () => ravi.all('mapRevision').length > n)
    }
    expect(ravi.all('mapRevision')).toHaveLength(5)
    expect(ravi.all('mapRevision')[0]).toMatchObject({ showtimeId, seats: rev })
  })

  test('what only its holder is told keeps no reminder from the others', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const ravi = await watcher('ravi', showtimeId)
    const asha = await watcher('asha', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const { rev } = await ravi.next('seatsUpdated')

    for (let turn = 1; turn <= 4; turn += 1) {
      await world().clock.advance(1000)
      await asha.ask('extendHold', { showtimeId })
      await asha.next('seatsUpdated', () => asha.all('seatsUpdated').length > turn)
      await sockets.realtime.compare()
    }

    expect(await ravi.next('mapRevision')).toMatchObject({ showtimeId, seats: rev })
    expect(ravi.all('seatsUpdated')).toHaveLength(1)
  })

  test('a hold that runs out is told to its holder alone, and the seat is free for all [R-4.20]', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const seatId = seats[0] as string
    const asha = await watcher('asha', showtimeId)
    const ravi = await watcher('ravi', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId })
    await ravi.next('seatsUpdated', ({ seats: [seat] }) => seat?.status === 'HELD')
    await world().clock.advance(600_000)

    await expireHolds(world().ctx)

    const told = await asha.next('holdExpired', (push) => push.showtimeId === showtimeId)
    expect(told).toEqual({ type: 'seat', itemId: seatId, showtimeId })
    await ravi.next('seatsUpdated', ({ seats: [seat] }) => seat?.status === 'AVAILABLE')
    expect(ravi.all('holdExpired')).toEqual([])
  })

  test('what another node found out is told to the windows that were open then', async () => {
    const { ctx } = world()
    const push = { type: 'seat' as const, itemId: 'A1', showtimeId: 'tonight' }
    const before = ctx.now() - 1
    const asha = await visitor('asha')
    const ravi = await visitor('ravi')

    sockets.realtime.tellExpiredAt('asha', { ...push, itemId: 'A0' }, before)
    sockets.realtime.tellExpiredAt('asha', push, ctx.now())

    await asha.next('holdExpired', ({ itemId }) => itemId === 'A1')
    expect(asha.all('holdExpired')).toEqual([push])
    expect(ravi.all('holdExpired')).toEqual([])
  })

  test('a closed window keeps its holds for a minute, then they end; a second window keeps them', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const [a, b] = seats as [string, string]
    const ravi = await watcher('ravi', showtimeId)
    const asha = await watcher('asha', showtimeId)
    const bala = await watcher('bala', showtimeId)
    await watcher('bala', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: a })
    await bala.ask('holdSeat', { showtimeId, seatId: b })
    await disconnected(asha, bala)

    await pass(80)

    const freed = await ravi.next(
      'seatsUpdated',
      ({ seats: [seat] }) => seat?.status === 'AVAILABLE',
    )
    expect(freed.seats.map(({ _id }) => _id)).toEqual([a])
  })

  test('a server that was away gives everybody the time to come back, then ends what nobody came back for', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const [a, b] = seats as [string, string]
    await holdPlaces(world().ctx, { showtimeId, placeIds: [a], holder: 'asha' })
    await holdPlaces(world().ctx, { showtimeId, placeIds: [b], holder: 'ravi' })
    await world().clock.advance(180_000)
    const holders = async () => {
      const { claims } = await readSeatMap(world().ctx, showtimeId)
      return [...claims.values()].map(({ holder }) => holder)
    }

    await pass(40)
    expect(await holders()).toHaveLength(2)
    await watcher('asha', showtimeId)
    await pass(120)

    expect(await holders()).toEqual(['asha'])
  })

  /** Lets so many seconds go by, with the attendance taken now and then. */
  async function pass(seconds: number) {
    for (let passed = 0; passed <= seconds; passed += 20) {
      await sockets.realtime.takeAttendance()
      await world().clock.advance(20_000)
    }
  }

  /** Closes windows and waits until the server has noticed. */
  async function disconnected(...clients: SocketClient[]) {
    const before = await sockets.realtime.count()
    for (const client of clients) client.close()
    await expect.poll(() => sockets.realtime.count()).toBe(before - clients.length)
  }

  test('nonsense is refused without harm', async () => {
    const client = await visitor('asha')
    for (const nonsense of [null, 7, {}, { showtimeId: [] }, { showtimeId: 'x', seatId: {} }]) {
      expect(await client.ask('holdSeat', nonsense as never)).toMatchObject({
        ok: false,
        code: 'INVALID',
      })
    }
    client.emit('holdSeat', undefined as never)
    const unknown = { showtimeId: 'none', seatId: 'none' }
    expect(await client.ask('holdSeat', unknown)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  })

  test('a slot is not held as a seat, nor a seat as a slot', async () => {
    const { showtimeId, seats, twoWheelers } = await createShowtime(world().ctx)
    const [seatId, slotId] = [seats[0], twoWheelers[0]] as [string, string]
    const asha = await visitor('asha')

    const answers = await Promise.all([
      asha.ask('holdSeat', { showtimeId, seatId: slotId }),
      asha.ask('holdParkingSlot', { showtimeId, slotId: seatId }),
      asha.ask('beginCheckout', { showtimeId, seatIds: [slotId], slotIds: [] }),
    ])

    const notFound = { ok: false, code: 'NOT_FOUND' }
    expect(answers).toMatchObject([notFound, notFound, notFound])
  })

  test('a page from elsewhere cannot open the socket', async () => {
    const { io } = await import('socket.io-client')
    for (const transport of ['websocket', 'polling']) {
      const socket = io(sockets.url, {
        forceNew: true,
        reconnection: false,
        transports: [transport],
        extraHeaders: { origin: 'https://elsewhere.example' },
      })
      await expect(
        new Promise((_, reject) => socket.on('connect_error', reject)),
      ).rejects.toBeDefined()
    }
  })

  test('a newcomer is named by the handshake, and the name holds', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const answer = await fetch(`${sockets.url}/socket.io/?EIO=4&transport=polling`)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly')

    const first = sockets.keep(await connectSocketClient(sockets.url, cookie))
    const second = sockets.keep(await connectSocketClient(sockets.url, cookie))
    await first.ask('holdSeat', { showtimeId, seatId: seats[0] as string })

    expect(await second.ask('joinShowtime', showtimeId)).toMatchObject({
      ok: true,
      holdUntil: expect.any(String),
    })
  })
})
