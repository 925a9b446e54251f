import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { confirmUser, createShowtime, createUser } from '#test/support/makers.ts'
import { createRaces, overlapRequests, type Race } from '#test/support/overlapping-requests.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../bookings/list/reconcile.service.ts'
import { book } from '../bookings/order/book.service.ts'
import type { Context } from '../context.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'
import { offerSeatsAt } from './offers.service.ts'
import { joinWaitingList, listEntries } from './waitlist.service.ts'

describeDatabases('races of offers', (context) => {
  const { createOrder } = createBookingCalls(context)
  const { hold, release } = createHoldCalls(context)

  /** A full show with one party on its waiting list, and then two free seats. */
  async function createFreedShow() {
    const { ctx } = context()
    const show = await createShowtime(ctx)
    for (let row = 0; row < 3; row += 1)
      await hold(`public ${row}`, show, ...show.seats.slice(row * 8, row * 8 + 8))
    const userId = await createUser(ctx)
    await confirmUser(ctx, userId)
    const { showtimeId } = show
    const { _id: entryId } = await joinWaitingList(ctx, userId, {
      showtimeId,
      seats: 2,
      together: true,
    })
    const freed = show.seats.slice(2, 4)
    await release('public 0', show, ...freed)
    return { show, userId, entryId, freed }
  }

  /** Returns who got the seats. */
  async function race(one: Race) {
    const { ctx } = context()
    const { show, userId, entryId, freed } = await createFreedShow()
    const { showtimeId } = show
    const order = await createOrder(show, freed)
    const { holder } = order
    const offer = (node: Context) => offerSeatsAt(node, showtimeId)
    const buy = (node: Context): Promise<unknown> =>
      one.rivalBooks ? book(node, order) : holdPlaces(node, { showtimeId, holder, placeIds: freed })

    const codes = await codesOf(
      overlapRequests(ctx, one.start, one.isRivalFirst ? [buy, offer] : [offer, buy]),
    )
    const [offered, code] = one.isRivalFirst ? codes.toReversed() : codes

    expect(offered).toBe('ok')
    const isPublic = code === 'ok'
    const [entry] = await listEntries(ctx, userId)
    expect([code, entry?.offer?.seats.length ?? 0]).toEqual(isPublic ? ['ok', 0] : ['TAKEN', 2])
    const claims = (await readClaims(ctx, show)).filter(({ place_id }) => freed.includes(place_id))
    const winner = isPublic ? (one.rivalBooks ? null : holder) : `offer ${entryId}`
    expect(claims.map((claim) => claim.holder)).toEqual([winner, winner])
    return isPublic ? 'buyer' : 'offer'
  }

  test('an offer and a public buyer of the same seats have exactly one winner [S-485]', {
    timeout: 300_000,
  }, async ({ annotate }) => {
    const winners: string[] = []
    for (const one of createRaces()) winners.push(await race(one))

    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
    const count = (name: string) => winners.filter((winner) => winner === name).length
    expect(count('offer')).toBeGreaterThan(0)
    expect(count('buyer')).toBeGreaterThan(0)
    await annotate(`${count('offer')} offers and ${count('buyer')} buyers got the seats`)
  })
})
