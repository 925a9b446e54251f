import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'

describeContext('gateway', (context) => {
  const server = setupServerPerTest(context)

  test('the gateway refuses a held seat with TAKEN, and sends its state to a client without acknowledgement [R-7.21]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const seatId = seats[0] as string
    await holdPlaces(context().ctx, { showtimeId, placeIds: [seatId], holder: 'asha' })
    const ravi = await server().connect('ravi')

    const ack = await ravi.ask('holdSeat', { showtimeId, seatId })
    ravi.emit('holdSeat', { showtimeId, seatId })

    expect(ack).toMatchObject({ ok: false, code: 'TAKEN' })
    const push = await ravi.next('seatsUpdated')
    expect(push.seats).toMatchObject([{ _id: seatId, status: 'HELD' }])
  })

  test('the gateway sends the whole map to a client that joins without acknowledgement [R-7.21]', async () => {
    const { showtimeId, seats, twoWheelers, fourWheelers } = await createShowtime(context().ctx)
    const client = await server().connect('asha')

    client.emit('joinShowtime', showtimeId)

    expect((await client.next('seatsUpdated')).seats).toHaveLength(seats.length)
    expect((await client.next('parkingUpdated')).parkingSlots).toHaveLength(
      twoWheelers.length + fourWheelers.length,
    )
  })

  test('holdBest and holdBlock acknowledge the seats that they hold [S-310]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const asha = await server().join('asha', showtimeId)
    const seatIds = seats.slice(0, 2)

    const best = await asha.ask('holdBest', { showtimeId, seats: 3, together: true })
    const block = await asha.ask('holdBlock', { showtimeId, seatIds })
    const moved = await asha.ask('holdBlock', { showtimeId, seatIds, replace: true })

    expect(best).toMatchObject({
      ok: true,
      seatIds: [expect.any(String), expect.any(String), expect.any(String)],
    })
    expect(block).toMatchObject({ ok: true, seatIds })
    expect(moved).toMatchObject({ ok: true, seatIds, holdUntil: expect.any(String) })
    const { claims } = await readSeatMap(context().ctx, showtimeId)
    expect([...claims.keys()].toSorted()).toEqual(seatIds.toSorted())
  })

  test('holdBest with invalid numbers or fields is refused as INVALID', async () => {
    const { showtimeId } = await createShowtime(context().ctx)
    const asha = await server().connect('asha')

    for (const change of [
      { seats: 0 },
      { seats: 11 },
      { seats: 1.5 },
      { category: 7 },
      { together: 'yes' },
    ]) {
      const ack = await asha.emitWithAck('holdBest', { showtimeId, seats: 2, ...change })
      expect(ack).toMatchObject({ ok: false, code: 'INVALID' })
    }
  })

  test('refuses to hold a slot as a seat and a seat as a slot', async () => {
    const { showtimeId, seats, twoWheelers } = await createShowtime(context().ctx)
    const [seatId, slotId] = [seats[0], twoWheelers[0]] as [string, string]
    const asha = await server().connect('asha')

    const acks = await Promise.all([
      asha.ask('holdSeat', { showtimeId, seatId: slotId }),
      asha.ask('holdParkingSlot', { showtimeId, slotId: seatId }),
      asha.ask('beginCheckout', { showtimeId, seatIds: [slotId], slotIds: [] }),
    ])

    const notFound = { ok: false, code: 'NOT_FOUND' }
    expect(acks).toMatchObject([notFound, notFound, notFound])
  })

  test('gives a new visitor a visitor cookie with the handshake, and knows it again', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const response = await fetch(`${server().url}/socket.io/?EIO=4&transport=polling`)
    const header = response.headers.get('set-cookie') ?? ''
    const [cookie = ''] = header.split(';')
    const first = await server().openSocket({ cookies: () => cookie })
    const second = await server().openSocket({ cookies: () => cookie })
    await first.ask('holdSeat', { showtimeId, seatId: seats[0] as string })

    const ack = await second.ask('joinShowtime', showtimeId)

    expect(header).toContain('HttpOnly')
    expect(ack).toMatchObject({ ok: true, holdUntil: expect.any(String) })
  })
})
