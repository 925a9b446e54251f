import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { beginCheckout, holdPlaces, releasePlaces } from '../inventory/holds/holds.service.ts'
import { expireHolds } from '../inventory/selections/selections.service.ts'

const HOLD_MS = 600_000

describeDatabases('holdExpired', (context) => {
  const server = setupServerPerTest(context)
  const hold = (holder: string, showtimeId: string, placeIds: string[]) =>
    holdPlaces(context().ctx, { showtimeId, placeIds, holder })
  const becomesAvailable = (client: SocketClient) =>
    client.next('seatsUpdated', ({ seats: [seat] }) => seat?.status === 'AVAILABLE')

  test('holdExpired reaches all sockets of the holder and no other, and the place becomes available [R-4.20]', async () => {
    const { showtimeId, seats, fourWheelers } = await createShowtime(context().ctx)
    const placeIds = [seats[0], fourWheelers[0]] as [string, string]
    const asha = await server().join('asha', showtimeId)
    const secondTab = await server().connect('asha')
    const ravi = await server().join('ravi', showtimeId)
    await hold('asha', showtimeId, placeIds)
    await ravi.next('seatsUpdated', ({ seats: [seat] }) => seat?.status === 'HELD')
    await context().clock.advance(HOLD_MS)

    await expireHolds(context().ctx)

    for (const tab of [asha, secondTab]) {
      await tab.next('holdExpired', () => tab.all('holdExpired').length === 2)
      expect(tab.all('holdExpired')).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: 'seat', itemId: placeIds[0], showtimeId }),
          expect.objectContaining({ type: 'fourWheeler', itemId: placeIds[1], showtimeId }),
        ]),
      )
    }
    await becomesAvailable(ravi)
    expect(ravi.all('holdExpired')).toEqual([])
  })

  test('reaches a holder whose expired place another visitor holds or has bought, once per place', async () => {
    const showtime = await createShowtime(context().ctx)
    const { showtimeId } = showtime
    const [own, sold, ...others] = showtime.seats.slice(0, 10) as [string, string, ...string[]]
    const { book, createOrder } = createBookingCalls(context)
    const order = await createOrder(showtime, [sold])
    const asha = await server().join('asha', showtimeId)
    await hold('asha', showtimeId, [own, sold, ...others])
    await asha.next('seatsUpdated', ({ seats: held }) => held.length === 10)
    await context().clock.advance(HOLD_MS)

    await hold('asha', showtimeId, [own])
    await Promise.all([
      ...others.map((seatId, n) => hold(`rival ${n}`, showtimeId, [seatId])),
      book(order),
      expireHolds(context().ctx),
    ])
    await expireHolds(context().ctx)

    await asha.next('holdExpired', () => asha.all('holdExpired').length === 9)
    const expired = asha.all('holdExpired').map(({ itemId }) => itemId)
    expect(expired.toSorted()).toEqual([sold, ...others].toSorted())
  })

  test('reaches a holder who has not joined the showtime', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [seatId] = seats as [string]
    const asha = await server().connect('asha')
    await asha.ask('holdSeat', { showtimeId, seatId })
    await server().realtime.compare()
    await context().clock.advance(HOLD_MS)
    await expireHolds(context().ctx)

    await server().realtime.compare()

    const push = await asha.next('holdExpired', (one) => one.showtimeId === showtimeId)
    expect(push).toMatchObject({ type: 'seat', itemId: seatId, showtimeId })
  })

  test('is not sent for a place that its holder released or holds again', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [released, expired] = seats as [string, string]
    const asha = await server().join('asha', showtimeId)
    await hold('asha', showtimeId, [released, expired])
    await asha.next('seatsUpdated', ({ seats: held }) => held.length === 2)
    await releasePlaces(context().ctx, { showtimeId, placeIds: [released], holder: 'asha' })
    await becomesAvailable(asha)
    await context().clock.advance(HOLD_MS)
    await beginCheckout(context().ctx, { showtimeId, placeIds: [expired], holder: 'asha' })
    const { rev } = await context().ctx.showtimes.view(showtimeId)
    await asha.next('seatsUpdated', (push) => push.rev === rev)
    await context().clock.advance(HOLD_MS)

    await expireHolds(context().ctx)

    await asha.next('holdExpired')
    expect(asha.all('holdExpired')).toMatchObject([{ type: 'seat', itemId: expired, showtimeId }])
  })

  test('is sent to no one when an expired place is held again, but the room sees the new hold', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const placeIds = seats.slice(0, 1)
    await hold('asha', showtimeId, placeIds)
    const ravi = await server().join('ravi', showtimeId)
    const asha = await server().join('asha', showtimeId)
    await context().clock.advance(HOLD_MS)

    await hold('asha', showtimeId, placeIds)

    expect((await ravi.next('seatsUpdated')).seats).toMatchObject([{ status: 'HELD' }])
    // Everything that was sent before the acknowledgement has arrived with it.
    await asha.ask('joinShowtime', showtimeId)
    expect(asha.all('holdExpired')).toEqual([])
  })
})
