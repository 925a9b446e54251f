import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, readClaims } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { createRaces, overlapRequests, type Race } from '#test/support/overlapping-requests.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { book as bookPlaces } from '../order/book.service.ts'
import { exchange } from './changes.service.ts'

describeDatabases('a change of seats and a rival who wants the new ones', (context) => {
  const { createOrder, book, listBookings } = createBookingCalls(context)

  /** Returns who got the seats. */
  async function race(one: Race) {
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
    const change = (node: Context) =>
      exchange(node, {
        own: { userId, reference },
        holder: 'changer',
        difference: 0,
        exchange: { type: 'seats', showtimeId, giveBack: old, take: wanted },
      })
    const want = (node: Context): Promise<unknown> =>
      one.rivalBooks
        ? bookPlaces(node, order)
        : holdPlaces(node, { showtimeId, holder, placeIds: order.request.seatIds })

    const codes = await codesOf(
      overlapRequests(ctx, one.start, one.isRivalFirst ? [want, change] : [change, want]),
    )
    const [changer, rival] = one.isRivalFirst ? codes.toReversed() : codes

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

  test('one of them gets the seats, and the changer is never without seats [S-421][S-533]', {
    timeout: 300_000,
  }, async ({ annotate }) => {
    const winners: string[] = []
    for (const one of createRaces()) winners.push(await race(one))

    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
    const count = (name: string) => winners.filter((winner) => winner === name).length
    expect(count('changer')).toBeGreaterThan(0)
    expect(count('rival')).toBeGreaterThan(0)
    await annotate(`${count('changer')} changers and ${count('rival')} rivals got the seats`)
  })
})
