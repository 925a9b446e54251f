import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, readClaims } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { book as bookPlaces } from './bookings.service.ts'
import { exchange } from './changes.service.ts'
import { reconcile } from './reconcile.service.ts'

/** A long run sets the number of races. */
const RACES = Number(process.env.EXCHANGE_RACES ?? 10)
/** One of the two starts at most this much before the other one. */
const WINDOW_MS = 50

describeDatabases('a change of seats and a rival who wants the new ones', (context) => {
  const { createOrder, book, listBookings } = createBookingCalls(context)

  /** Returns who got the seats. */
  async function race(rivalBooks: boolean) {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const { showtimeId, seats } = showtime
    const [old, wanted] = [seats.slice(0, 2), seats.slice(2, 4)]
    const first = await createOrder(showtime, old)
    const { userId } = first
    const { bookingReference: reference } = await book(first)
    // The rival wants one seat of the changer, and one more.
    const order = await createOrder(showtime, seats.slice(3, 5))
    const { holder } = order
    const otherNode = createNodeContext(ctx)
    const soon = () => delay(Math.random() * WINDOW_MS)

    const [changer, rival] = await codesOf([
      soon().then(() =>
        exchange(ctx, {
          ...{ own: { userId, reference }, holder: 'changer', difference: 0 },
          exchange: { type: 'seats', showtimeId, giveBack: old, take: wanted },
        }),
      ),
      soon().then<unknown>(() =>
        rivalBooks
          ? bookPlaces(otherNode, order)
          : holdPlaces(otherNode, { showtimeId, holder, placeIds: order.request.seatIds }),
      ),
    ])

    const hasChanged = changer === 'ok'
    expect([changer, rival].toSorted()).toEqual(['TAKEN', 'ok'])
    const [booking] = await listBookings(userId)
    const kept = hasChanged ? wanted : old
    expect(booking?.seats.map(({ _id }) => _id)).toEqual(kept)
    const claims = await readClaims(ctx, showtime)
    const rivalSeats = hasChanged ? [] : order.request.seatIds
    expect(claims.map(({ place_id }) => place_id).toSorted()).toEqual(
      [...kept, ...rivalSeats].toSorted(),
    )
    return hasChanged ? 'changer' : 'rival'
  }

  test('one of them gets the seats, and the changer is never without seats [S-533]', {
    timeout: 30_000 + RACES * 1000,
  }, async ({ annotate }) => {
    const winners: string[] = []
    for (let n = 0; n < RACES; n += 1) winners.push(await race(n % 2 === 0))

    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
    const count = (name: string) => winners.filter((winner) => winner === name).length
    await annotate(`${count('changer')} changers and ${count('rival')} rivals got the seats`)
  })
})
