import type { Push } from '@marquee/contract/socket'
import { Server } from 'socket.io'
import { expect, test, vi } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'

describeDatabases('broadcaster', (context) => {
  const server = setupServerPerTest(context)

  test('the broadcaster sends a hold to everyone, and marks it as own for its holder alone [R-4.18]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const seatId = seats[0] as string
    const asha = await server().join('asha', showtimeId)
    const secondTab = await server().join('asha', showtimeId)
    const ravi = await server().join('ravi', showtimeId)

    const ack = await asha.ask('holdSeat', { showtimeId, seatId })

    expect(ack).toMatchObject({ ok: true, holdUntil: expect.any(String) })
    const push = await ravi.next('seatsUpdated')
    expect(push).toMatchObject({ showtimeId, seats: [{ _id: seatId, status: 'HELD', price: 150 }] })
    expect(push.seats[0]).not.toHaveProperty('heldByMe')
    const own = await secondTab.next('seatsUpdated')
    expect(own.seats[0]).toMatchObject({ status: 'HELD', heldByMe: true })
    expect(own.seats[0]?.holdUntil).toBe(ack.ok ? ack.holdUntil : 'refused')
  })

  test('sends many changes at once in few pushes', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const ravi = await server().join('ravi', showtimeId)
    const holders = await Promise.all(['a', 'b', 'c'].map((holder) => server().connect(holder)))
    // The first map is read when all seats are held.
    const { promise: held, resolve: read } = Promise.withResolvers<void>()
    const { showtimes } = context().ctx
    const viewNow = showtimes.view
    const views = vi.spyOn(showtimes, 'view').mockImplementation(async (id) => {
      await held
      return viewNow(id)
    })

    const acks = await Promise.all(
      seats
        .slice(0, 18)
        .map((seatId, n) => holders[n % 3]?.ask('holdSeat', { showtimeId, seatId })),
    )

    expect(acks.every((ack) => ack?.ok)).toBe(true)
    read()
    const heldSeats = () =>
      new Set(ravi.all('seatsUpdated').flatMap((push) => push.seats.map(({ _id }) => _id)))
    await ravi.next('seatsUpdated', () => heldSeats().size === 18)
    expect(ravi.all('seatsUpdated')).toHaveLength(1)
    views.mockRestore()
  })

  test('sends each push, and they apply to every map that was read in between', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().connect('asha')
    const returned = new Set<number>()

    for (const seatId of seats.slice(1, 7)) {
      const heldAndReleased = { showtimeId, seatId: seats[0] as string }
      await asha.ask('holdSeat', heldAndReleased)
      const [{ rev }] = await Promise.all([
        ctx.showtimes.view(showtimeId),
        asha.ask('holdSeat', { showtimeId, seatId }),
        asha.ask('releaseSeat', heldAndReleased),
      ])
      returned.add(rev)
    }

    const named = () =>
      ravi
        .all('seatsUpdated')
        .flatMap(({ rev, sinceRev, previousPushRev }) => [rev, sinceRev, previousPushRev])
    await expect.poll(() => [...returned].filter((rev) => !named().includes(rev))).toEqual([])
    const pushes = ravi.all('seatsUpdated')
    expect(pushes.length).toBeGreaterThan(1)
    for (const [n, { previousPushRev, rev }] of pushes.entries()) {
      expect(rev).toBeGreaterThan(previousPushRev)
      expect(previousPushRev).toBe(pushes[n - 1]?.rev ?? previousPushRev)
    }
  })

  test('sends all viewers of a large room a change before its revision, also while it is being sent', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const viewers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => server().join(`viewer ${n}`, showtimeId)),
    )
    const asha = await server().connect('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    await Promise.all(viewers.map((viewer) => viewer.next('seatsUpdated')))
    // The next comparison sends the revision too.
    for (let n = 0; n < 2; n += 1) await server().realtime.compare()

    const sender = Object.getPrototypeOf(new Server().to('room')) as { emit: () => boolean }
    const { emit } = sender
    vi.spyOn(sender, 'emit').mockImplementationOnce(function (this: unknown, ...args) {
      void server().realtime.compare()
      const later = performance.now() + 100
      vi.spyOn(performance, 'now').mockReturnValueOnce(later)
      return emit.apply(this, args)
    })
    await asha.ask('holdSeat', { showtimeId, seatId: seats[1] as string })

    for (const viewer of viewers) {
      await viewer.next('seatsUpdated', () => viewer.all('seatsUpdated').length === 2)
      let current = 0
      for (const { event, push } of viewer.received()) {
        if (event === 'mapRevision') expect((push as Push<'mapRevision'>).seats).toBe(current)
        if (event === 'seatsUpdated') current = (push as Push<'seatsUpdated'>).rev
      }
    }
  })

  test('sends a quiet room its revision less and less often', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().connect('asha')
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const { rev } = await ravi.next('seatsUpdated')

    for (const [n, comparisons] of [2, 1, 1, 4, 8].entries()) {
      for (let turn = 0; turn < comparisons; turn += 1) await server().realtime.compare()
      await ravi.next('mapRevision', () => ravi.all('mapRevision').length > n + 1)
    }
    const [onJoining, ...repeated] = ravi.all('mapRevision')
    expect(onJoining).toEqual({ showtimeId, seats: 0, slots: 0, rev: 0 })
    expect(repeated).toHaveLength(5)
    expect(repeated[0]).toMatchObject({ showtimeId, seats: rev })
  })

  test('tells clients to fetch the map after a broadcast has failed', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().connect('asha')
    const failed = new Promise((resolve) => {
      vi.spyOn(Object.getPrototypeOf(new Server().to('room')), 'emit').mockImplementationOnce(
        () => {
          resolve(undefined)
          throw new Error('no broadcast')
        },
      )
    })
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    await failed
    const { rev } = await ctx.showtimes.view(showtimeId)

    // One that is sent while the socket writes is lost.
    const hasRevision = async () => {
      await server().realtime.compare()
      return ravi.all('mapRevision').some((sent) => sent.seats === rev)
    }
    await expect.poll(hasRevision).toBe(true)
    expect(ravi.all('seatsUpdated')).toEqual([])
  })

  test('sends the revision also while only private changes happen', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().join('asha', showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })
    const { rev } = await ravi.next('seatsUpdated')

    for (let turn = 1; turn <= 4; turn += 1) {
      await context().clock.advance(1000)
      await asha.ask('extendHold', { showtimeId })
      await asha.next('seatsUpdated', () => asha.all('seatsUpdated').length > turn)
      await server().realtime.compare()
    }

    expect(await ravi.next('mapRevision', ({ seats }) => seats === rev)).toBeTruthy()
    expect(ravi.all('seatsUpdated')).toHaveLength(1)
  })
})
