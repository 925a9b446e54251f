import { expect, test } from 'vitest'
import type { AppError } from '#src/errors.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf } from '#test/support/hold-calls.ts'
import { createShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { solve } from '#test/support/proofs.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { withLimits } from '#test/support/test-server.ts'
import * as bookings from './book.service.ts'
import type { VisitorOrder } from './order.ts'

describeDatabases('limits of bookings', (context) => {
  const ctx = () => context().ctx
  const { book, createOrder, soldPlaces } = createBookingCalls(context)

  test('an account buys twenty seats for one showtime, also with concurrent orders [S-170]', async () => {
    const showtime = {
      ...(await createShowtime(ctx())),
      ...(await createShowtimeWithSeats(ctx(), 64)),
    }
    const standardSeats = showtime.seats.slice(24)
    const { userId } = await createOrder(showtime, [])
    const orders: VisitorOrder[] = []
    for (let n = 0; n < 5; n += 1) {
      const seatIds = standardSeats.slice(n * 8, n * 8 + 8)
      const order = await createOrder(showtime, seatIds)
      orders.push({ ...order, userId })
    }
    await holdPlaces(ctx(), {
      showtimeId: showtime.showtimeId,
      holder: orders[0]?.holder ?? '',
      userId,
      placeIds: standardSeats.slice(0, 8),
    })

    const codes = await codesOf(orders.map(book))

    expect(codes.filter((code) => code === 'ok')).toHaveLength(2)
    expect(codes.filter((code) => code === 'LIMIT')).toHaveLength(3)
    expect(await soldPlaces(showtime)).toHaveLength(16)
  })

  test('an account makes as many bookings as the limit of a day allows, and a repeated order still returns its booking [S-707]', async () => {
    const limited = withLimits(ctx(), { bookingsPerAccount: 2 })
    const showtime = await createShowtime(ctx())
    const { userId } = await createOrder(showtime, [])
    const createNext = async (seat: number, key: string) => ({
      ...(await createOrder(showtime, [showtime.seats[seat]])),
      userId,
      key,
    })
    const first = await createNext(0, 'the first order')
    const booking = await bookings.book(limited, first)
    await bookings.book(limited, await createNext(1, 'the second order'))
    const third = await createNext(2, 'the third order')

    await expect(bookings.book(limited, third)).rejects.toMatchObject({
      code: 'LIMIT',
      message:
        'You have made very many bookings today. Please try again tomorrow, or ask us at the box office.',
    })
    expect(await bookings.book(limited, first)).toEqual(booking)
    await context().clock.advance(24 * 3_600_000)
    const later = await createShowtime(ctx())
    const next = { ...(await createOrder(later, [later.seats[0]])), userId }
    expect(await bookings.book(limited, next)).toBeDefined()
  })

  test('an order of places that are not held needs a proof of work when its address holds many', async () => {
    const showtime = {
      ...(await createShowtime(ctx())),
      ...(await createShowtimeWithSeats(ctx(), 100)),
    }
    const { showtimeId, seats } = showtime
    const address = crypto.randomUUID()
    for (const start of [30, 40, 50, 60]) {
      const placeIds = seats.slice(start, start + 10)
      await holdPlaces(ctx(), { showtimeId, address, holder: `holder ${start}`, placeIds })
    }
    const order = { ...(await createOrder(showtime, [seats[0]])), address }
    const held = { ...(await createOrder(showtime, [seats[30]])), address }

    const refusal = await book(order).catch((error: AppError) => error)
    expect(refusal).toMatchObject({ statusCode: 429, code: 'CHALLENGE' })
    const proof = await solve((refusal as AppError).details.challenge)

    const proven = { ...order, request: { ...order.request, proof } }
    const confirmed = { ...(await createOrder(showtime, [seats[1]])), address, isConfirmed: true }
    const codes = await codesOf([
      book(proven),
      book(confirmed),
      book({ ...held, holder: 'holder 30' }),
    ])
    expect(codes).toEqual(['ok', 'ok', 'ok'])
  })
})
