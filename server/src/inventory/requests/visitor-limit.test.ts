import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { holdPlaces, releasePlaces } from '../holds/holds.service.ts'
import { CYCLING } from '../rules/address-limits.ts'
import { MAX_HELD_BY_VISITOR } from '../rules/limits.ts'

interface TestVisitor {
  holder: string
  address: string
}

describeDatabases('what one visitor may hold', (context) => {
  const ctx = () => context().ctx
  const { release } = createHoldCalls(context)
  const visitorOf = () => ({ holder: crypto.randomUUID(), address: crypto.randomUUID() })
  const hold = (
    { showtimeId }: CreatedShowtime,
    visitor: TestVisitor,
    placeIds: readonly (string | undefined)[],
    node = ctx(),
  ) =>
    holdPlaces(node, {
      showtimeId,
      placeIds: placeIds.flatMap((id) => id ?? []),
      ...visitor,
    })

  test('is 40 places at all showtimes, however many it asks for at once on several nodes [S-1165]', async () => {
    const shows = await Promise.all(Array.from({ length: 5 }, () => createShowtime(ctx())))
    const visitor = visitorOf()
    const [last, ...others] = shows as [CreatedShowtime, ...CreatedShowtime[]]
    for (const show of others) await hold(show, visitor, show.seats.slice(0, 10))

    const nodes = [ctx(), createNodeContext(ctx())]
    const refused = await Promise.allSettled(
      nodes.map((node, n) => hold(last, visitor, [last.seats[n]], node)),
    )
    expect(MAX_HELD_BY_VISITOR).toBe(40)
    expect(refused).toMatchObject([
      { reason: { code: 'LIMIT', message: 'You can hold up to 40 places at a time.' } },
      { reason: { code: 'LIMIT' } },
    ])
    expect(await codesOf([hold(last, visitorOf(), [last.seats[0]])])).toEqual(['ok'])

    await release(visitor.holder, others[0] as CreatedShowtime, others[0]?.seats[0])
    const codes = await codesOf(last.seats.slice(1, 4).map((seat) => hold(last, visitor, [seat])))
    expect(codes.toSorted()).toEqual(['LIMIT', 'LIMIT', 'ok'])
  })

  test('does not count what it holds already, so that it can be paid [S-1165]', async () => {
    const shows = await Promise.all(Array.from({ length: 4 }, () => createShowtime(ctx())))
    const visitor = visitorOf()
    for (const show of shows) await hold(show, visitor, show.seats.slice(0, 10))

    const [first] = shows as [CreatedShowtime]
    expect(await codesOf([hold(first, visitor, first.seats.slice(0, 10))])).toEqual(['ok'])
  })
})

describeDatabases('a visitor who holds and releases places in a loop', (context) => {
  const ctx = () => context().ctx
  const { createOrder, book } = createBookingCalls(context)

  /** Holds and releases the first ten seats so often, as visitors of one address. */
  async function cycle(
    { showtimeId, seats }: CreatedShowtime,
    visitors: readonly TestVisitor[],
    times: number,
  ) {
    const placeIds = seats.slice(0, 10)
    for (const visitor of Array.from({ length: times }, (_, n) => visitors[n % visitors.length])) {
      if (!visitor) return
      const request = { showtimeId, placeIds, ...visitor }
      await holdPlaces(ctx(), request)
      await releasePlaces(ctx(), request)
    }
  }
  const newVisitor = (address: string = crypto.randomUUID()): TestVisitor => ({
    holder: crypto.randomUUID(),
    address,
  })
  const ask = ({ showtimeId, seats }: CreatedShowtime, visitor: TestVisitor) =>
    codesOf([holdPlaces(ctx(), { showtimeId, placeIds: seats.slice(0, 1), ...visitor })])

  test('needs a proof after 40 places at a showtime, until ten minutes are over [S-1167]', async () => {
    const [show, other] = [await createShowtime(ctx()), await createShowtime(ctx())]
    const visitor = newVisitor()
    await cycle(show, [visitor], 4)
    expect(await ask(show, visitor)).toEqual(['ok'])
    await releasePlaces(ctx(), { ...visitor, showtimeId: show.showtimeId, placeIds: show.seats })

    expect(await ask(show, visitor)).toEqual(['CHALLENGE'])
    expect(await ask(other, visitor)).toEqual(['ok'])
    expect(await ask(show, newVisitor(visitor.address))).toEqual(['ok'])

    await context().clock.advance(CYCLING.periodMs)
    expect(await ask(show, { ...visitor })).not.toEqual(['CHALLENGE'])
  })

  test('needs one after 200 places of its address, whatever visitor it is [S-1167]', async () => {
    const show = await createShowtime(ctx())
    const address = crypto.randomUUID()
    const visitors = Array.from({ length: 6 }, () => newVisitor(address))
    await cycle(show, visitors, 20)
    expect(await ask(show, newVisitor(address))).toEqual(['ok'])
    await cycle(show, [newVisitor(address)], 1).catch(() => undefined)
    const another = { showtimeId: show.showtimeId, ...newVisitor(address) }
    const placeIds = show.seats.slice(1, 2)
    await holdPlaces(ctx(), { ...another, placeIds })
    await releasePlaces(ctx(), { ...another, placeIds })

    expect(
      await codesOf([
        holdPlaces(ctx(), { showtimeId: show.showtimeId, placeIds, ...newVisitor(address) }),
      ]),
    ).toEqual(['CHALLENGE'])
    expect(
      await codesOf([
        holdPlaces(ctx(), { showtimeId: show.showtimeId, placeIds, ...newVisitor() }),
      ]),
    ).toEqual(['ok'])
  })

  test('needs none after a booking [S-1167]', async () => {
    const show = await createShowtime(ctx())
    const visitor = newVisitor()
    await cycle(show, [visitor], 4)
    const order = await createOrder(show, show.seats.slice(12, 13), { totalCost: 180 })
    await holdPlaces(ctx(), {
      showtimeId: show.showtimeId,
      placeIds: show.seats.slice(12, 13),
      ...visitor,
    })
    await book({ ...order, ...visitor })
    await cycle(show, [visitor], 1)

    expect(await ask(show, visitor)).toEqual(['ok'])
  })

  test('releases of places that it does not hold count nothing [S-1167]', async () => {
    const show = await createShowtime(ctx())
    const visitor = newVisitor()
    for (let n = 0; n < 20; n += 1)
      await releasePlaces(ctx(), { ...visitor, showtimeId: show.showtimeId, placeIds: show.seats })

    expect(await ask(show, visitor)).toEqual(['ok'])
  })
})
