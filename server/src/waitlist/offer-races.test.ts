import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { confirmUser, createShowtime, createUser } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { book } from '../bookings/bookings.service.ts'
import { reconcile } from '../bookings/reconcile.service.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { offerSeatsAt } from './offers.service.ts'
import { joinWaitingList, listEntries } from './waitlist.service.ts'

/** A long run sets the number of races. */
const RACES = Number(process.env.OFFER_RACES ?? 10)
/** One of the two starts at most this much before the other one. */
const WINDOW_MS = 100

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
      ...{ showtimeId, seats: 2, together: true },
    })
    const freed = show.seats.slice(2, 4)
    await release('public 0', show, ...freed)
    return { show, userId, entryId, freed }
  }

  /** Returns who got the seats. */
  async function race(buyerBooks: boolean) {
    const { ctx } = context()
    const { show, userId, entryId, freed } = await createFreedShow()
    const { showtimeId } = show
    const order = await createOrder(show, freed)
    const { holder } = order
    const otherNode = createNodeContext(ctx)
    const soon = () => delay(Math.random() * WINDOW_MS)

    const [, [code]] = await Promise.all([
      soon().then(() => offerSeatsAt(ctx, showtimeId)),
      codesOf([
        soon().then<unknown>(() =>
          buyerBooks
            ? book(otherNode, order)
            : holdPlaces(otherNode, { showtimeId, holder, placeIds: freed }),
        ),
      ]),
    ])

    const isPublic = code === 'ok'
    const [entry] = await listEntries(ctx, userId)
    expect([code, entry?.offer?.seats.length ?? 0]).toEqual(isPublic ? ['ok', 0] : ['TAKEN', 2])
    const claims = (await readClaims(ctx, show)).filter(({ place_id }) => freed.includes(place_id))
    const winner = isPublic ? (buyerBooks ? null : holder) : `offer ${entryId}`
    expect(claims.map((claim) => claim.holder)).toEqual([winner, winner])
    return isPublic ? 'buyer' : 'offer'
  }

  test('an offer and a public buyer of the same seats have exactly one winner [S-485]', {
    timeout: 30_000 + RACES * 1000,
  }, async ({ annotate }) => {
    const winners: string[] = []
    for (let n = 0; n < RACES; n += 1) winners.push(await race(n % 2 === 0))

    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
    const count = (name: string) => winners.filter((winner) => winner === name).length
    await annotate(`${count('offer')} offers and ${count('buyer')} buyers got the seats`)
  })
})
