import type { Show } from '@marquee/contract/office/shows/shows'
import type { Vehicle } from '@marquee/contract/office/valet'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describeDatabases, describePostgres } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import { book as bookOrder } from '../bookings/order/book.service.ts'

const MINUTE = 60_000
/** The movie of `createShowtime` takes 79 minutes. */
const CALLABLE_AFTER = 69 * MINUTE

describeDatabases('vehicles', (context) => {
  const office = setupTestOffice(context)
  const server = setupTestServer(context)
  const { createOrder } = createBookingCalls(context)

  /** A signed-in visitor with a seat and these slots. */
  async function createVisitor(showtime: CreatedShowtime, seat: number, slots: string[]) {
    const { client, userId } = await server().member()
    const order = await createOrder(showtime, showtime.seats.slice(seat, seat + 1), {
      parkingSlotIds: slots,
      parkingSlots: slots.map((slotId, n) => ({ slotId, vehicleNumber: `TN0${n + 1}AB1234` })),
      totalCost: 150 + 100 * slots.length,
    })
    const { bookingReference: reference } = await bookOrder(context().ctx, { ...order, userId })
    const path = `/api/bookings/${reference}`
    const bringCar = async () => {
      // The test lets more time pass than an access token lives.
      await client.post('/api/auth/refresh-token', { userId })
      return client.post(`${path}/bring-car`)
    }
    return { client, reference, bringCar, path }
  }

  async function openPost(showtime: CreatedShowtime) {
    const { client } = await office().pair('valet')
    const path = `/api/office/valet/${showtime.showtimeId}`
    const list = async () => ((await client.get(path)).json() as { vehicles: Vehicle[] }).vehicles
    const set = (placeId: string | undefined, state: string) =>
      client.post(`${path}/vehicles/${placeId}`, { state })
    return { client, list, set }
  }

  test('listVehicles lists the sold slots with plates, and setVehicleState changes one', async () => {
    const showtime = await createShowtime(context().ctx)
    const [first = '', second = ''] = showtime.fourWheelers
    const { reference } = await createVisitor(showtime, 0, [first, second])
    const { list, set } = await openPost(showtime)

    const response = await set(second, 'parked')

    expect(response.json()).toMatchObject({ placeId: second, state: 'parked' })
    expect(await list()).toEqual([
      {
        placeId: first,
        slot: 'F1',
        type: 'fourWheeler',
        reference,
        state: 'expected',
        vehicleNumber: 'TN01AB1234',
        since: null,
      },
      expect.objectContaining({ slot: 'F2', state: 'parked', since: expect.any(String) }),
    ])
    expect((await set(showtime.fourWheelers[2], 'parked')).statusCode).toBe(404)
    expect((await set(first, 'stolen')).statusCode).toBe(400)
  })

  test('a visitor can call the vehicles from ten minutes before the end, once', async () => {
    const showtime = await createShowtime(context().ctx, { startsIn: MINUTE, cutoffMinutes: 0 })
    const [slot = '', other = ''] = showtime.fourWheelers
    const visitor = await createVisitor(showtime, 0, [slot])
    const neighbour = await createVisitor(showtime, 1, [other])
    const { list, set } = await openPost(showtime)
    await set(slot, 'parked')

    const early = await visitor.bringCar()
    expect([early.statusCode, early.json()]).toMatchObject([
      409,
      {
        code: 'CLOSED',
        message: 'You can call your vehicle from 10 minutes before the end of the show.',
      },
    ])
    await context().clock.advance(CALLABLE_AFTER + 2 * MINUTE)
    await neighbour.bringCar()
    await context().clock.advance(1000)
    const called = await visitor.bringCar()

    expect(called.json()).toMatchObject({
      vehicles: [{ slotNumber: 'F1', vehicleNumber: 'TN01AB1234', state: 'called' }],
    })
    expect((await list()).map(({ slot: label, state }) => [label, state])).toEqual([
      ['F2', 'called'],
      ['F1', 'called'],
    ])
    await set(slot, 'returned')
    expect((await visitor.bringCar()).json()).toMatchObject({ vehicles: [{ state: 'returned' }] })
  })

  test('a show is in the list of the valet on later days, and its vehicles can be called, until all are returned [S-719]', async () => {
    const showtime = await createShowtime(context().ctx, { startsIn: MINUTE, cutoffMinutes: 0 })
    const [slot = '', other = '', unused = ''] = showtime.fourWheelers
    const visitor = await createVisitor(showtime, 0, [slot, other])
    await createVisitor(showtime, 1, [unused])
    const { client, list, set } = await openPost(showtime)
    await set(slot, 'parked')
    await set(other, 'arrived')
    await context().clock.advance(40 * 60 * MINUTE)
    const isListed = async () => {
      const { shows } = (await client.get('/api/office/valet')).json() as { shows: Show[] }
      return shows.some(({ _id }) => _id === showtime.showtimeId)
    }

    expect(await isListed()).toBe(true)
    await visitor.bringCar()
    expect((await list()).map(({ state }) => state)).toEqual(['called', 'called', 'expected'])
    await set(slot, 'returned')
    expect(await isListed()).toBe(true)
    await set(other, 'returned')
    expect(await isListed()).toBe(false)
  })

  test('only the owner of a booking can see and call its vehicles [S-247]', async () => {
    const showtime = await createShowtime(context().ctx, { startsIn: MINUTE, cutoffMinutes: 0 })
    const { path, reference } = await createVisitor(showtime, 0, showtime.fourWheelers.slice(0, 1))
    await context().clock.advance(CALLABLE_AFTER + 2 * MINUTE)
    const { client: stranger } = await server().member()
    const visitor = server().visitor()

    for (const [client, status] of [
      [stranger, 404],
      [visitor, 401],
    ] as const) {
      expect((await client.post(`${path}/bring-car`)).statusCode).toBe(status)
      expect((await client.get(`${path}/vehicles`)).statusCode).toBe(status)
    }
    const { list } = await openPost(showtime)
    expect(await list()).toMatchObject([{ reference, state: 'expected' }])
  })

  test('bringCar refuses a booking without a parking slot', async () => {
    const showtime = await createShowtime(context().ctx, { startsIn: MINUTE, cutoffMinutes: 0 })
    const { bringCar } = await createVisitor(showtime, 0, [])

    const response = await bringCar()

    expect(response.json()).toMatchObject({ message: 'This booking has no parking slot.' })
  })

  test('the audit of a vehicle has no plate', async () => {
    const showtime = await createShowtime(context().ctx)
    const [slot = ''] = showtime.fourWheelers
    await createVisitor(showtime, 0, [slot])
    const { set } = await openPost(showtime)
    await set(slot, 'arrived')

    const entries = await context()
      .ctx.db.selectFrom('audit')
      .selectAll()
      .where('action', '=', 'vehicle.set-state')
      .where('state_after', 'like', `%${slot}%`)
      .execute()

    expect(entries).toMatchObject([
      { state_after: JSON.stringify({ placeId: slot, state: 'arrived' }) },
    ])
  })
})

describePostgres('a vehicle and a cancellation', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)

  test('a vehicle whose slot is cancelled at the same time does not arrive [S-415]', async () => {
    const { ctx } = context()
    const { client } = await office().pair('valet')
    const showtime = await createShowtime(ctx)
    const { showtimeId, seats, fourWheelers } = showtime
    const [slot = ''] = fourWheelers
    await book(
      await createOrder(showtime, seats.slice(0, 1), { parkingSlotIds: [slot], totalCost: 250 }),
    )
    const cancellation = await openTransaction(ctx, async (tx) => {
      await changeShowtimes(tx, [showtimeId])
      await tx.deleteFrom('claims').where('place_id', '=', slot).execute()
    })
    const answer = client.post(`/api/office/valet/${showtimeId}/vehicles/${slot}`, {
      state: 'arrived',
    })
    await untilTransactionWaits(ctx)

    await cancellation.commit()

    expect((await answer).statusCode).toBe(404)
    expect(await ctx.db.selectFrom('vehicle_states').select('state').execute()).toEqual([])
  })
})
