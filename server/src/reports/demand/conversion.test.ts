import { expect, test } from 'vitest'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { getConversion, storeSelectionCounts } from './conversion.service.ts'

const MINUTE = 60_000

describeDatabases('conversion', (context) => {
  const ctx = () => context().ctx
  const { createOrder, book } = createBookingCalls(context)
  const { hold, release, checkout, expire, releaseAbandoned } = createHoldCalls(context)

  /** What has become of selections since the last call. */
  async function outcomes() {
    const counts = ctx().selectionCounts.take()
    return Object.fromEntries(Object.entries(counts).toSorted())
  }
  const show = () => createShowtime(ctx(), { startsIn: 600 * MINUTE })
  const seatsOf = ({ seats }: CreatedShowtime) => seats.slice(0, 2)

  test('counts selections, checkouts and bookings [S-1015]', async () => {
    const showtime = await show()
    const order = await createOrder(showtime, seatsOf(showtime))
    await outcomes()
    await hold(order.holder, showtime, ...seatsOf(showtime))
    expect(await outcomes()).toEqual({ selections: 1 })
    await checkout(order.holder, showtime, ...seatsOf(showtime))
    expect(await outcomes()).toEqual({ checkouts: 1 })

    await book(order)

    expect(await outcomes()).toEqual({ bookings: 1 })
  })

  test('counts why a selection ended: given up, out of time, abandoned, or ended by the cinema [S-1015]', async () => {
    const showtime = await show()
    const [seat] = showtime.seats
    await outcomes()
    await hold('asha', showtime, seat)
    await release('asha', showtime, seat)
    expect(await outcomes()).toEqual({ released: 1, selections: 1 })

    await hold('asha', showtime, seat)
    await context().clock.advance(11 * MINUTE)
    await expire()
    expect(await outcomes()).toMatchObject({ selections: 1 })
    await hold('ravi', showtime, seat)
    await context().clock.advance(5 * MINUTE)
    await releaseAbandoned()
    expect(await outcomes()).toEqual({ abandoned: 1, selections: 1 })

    await hold('meena', showtime, seat)
    await cancelShow(ctx(), {
      showtimeId: showtime.showtimeId,
      deviceId: 'manager',
      reason: 'repair',
    })
    expect(await outcomes()).toEqual({ ended_by_cinema: 1, selections: 1 })
  })

  test('counts selections that end in payment apart [S-1015]', async () => {
    const showtime = await show()
    const [seat] = showtime.seats
    await outcomes()
    await checkout('asha', showtime, seat)
    await release('asha', showtime, seat)

    expect(await outcomes()).toEqual({ checkouts: 1, payment_released: 1, selections: 1 })
  })

  test('adds the counts of all nodes to the business day [S-1016]', async () => {
    const showtime = await show()
    await outcomes()
    const other = createNodeContext(ctx())
    ctx().selectionCounts.count([])
    await hold('asha', showtime, showtime.seats[0])
    await hold('ravi', showtime, showtime.seats[1])
    await storeSelectionCounts(ctx())
    await storeSelectionCounts(other)
    await release('asha', showtime, showtime.seats[0])

    await storeSelectionCounts(ctx())

    const { rows, totals } = await getConversion(ctx(), {})
    expect(rows).toHaveLength(1)
    expect(totals).toMatchObject({ selections: 2, released: 1, bookings: 0, rate: 0 })
  })
})
