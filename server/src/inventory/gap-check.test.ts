import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { exchange } from '../bookings/changes.service.ts'
import { beginCheckout, holdPlaces } from './holds.service.ts'
import { findMemberships, joinSelection, shareSelection } from './shared-selections.service.ts'

const HOUR = 3_600_000

/** Seats of row A, by their numbers. The row has eight; A3 to A6 are between the aisles. */
const seatsOf = ({ seats }: CreatedShowtime, ...numbers: number[]) =>
  numbers.map((number) => seats[number - 1] as string)

const describeRule = (gapRule: 'warn' | 'strict', expected: 'ok' | 'GAP') =>
  describeDatabases(
    `GAP_RULE=${gapRule}`,
    (context) => {
      const { hold } = createHoldCalls(context)
      const { createOrder, book } = createBookingCalls(context)
      const create = (startsIn = 5 * HOUR) => createShowtime(context().ctx, { startsIn })
      const checkout = ({ showtimeId }: CreatedShowtime, seatIds: string[]) =>
        codesOf([
          beginCheckout(context().ctx, { showtimeId, holder: 'asha', placeIds: seatIds, seatIds }),
        ])

      test(`answers ${expected} to a checkout and an order that leave a seat alone although it can be avoided [S-316]`, async () => {
        const show = await create()

        const codes = await codesOf([book(await createOrder(show, seatsOf(show, 4, 5)))])

        expect(codes).toEqual([expected])
        const other = await create()
        expect(await checkout(other, seatsOf(other, 4, 5))).toEqual([expected])
      })

      test('accepts the seats at the end of the free ones, one seat, and seats shortly before booking closes [S-316]', async () => {
        const show = await create()
        expect(await checkout(show, seatsOf(show, 3, 4))).toEqual(['ok'])
        const single = await create()
        expect(await checkout(single, seatsOf(single, 4))).toEqual(['ok'])
        const late = await create(HOUR - 1000)
        expect(await checkout(late, seatsOf(late, 4, 5))).toEqual(['ok'])
      })

      test(`answers ${expected} to a checkout for a friend of seats that leave one alone [S-316]`, async () => {
        const show = await create()
        const { showtimeId } = show
        await hold('asha', show, ...seatsOf(show, 4))
        const link = await shareSelection(context().ctx, { showtimeId, holder: 'asha' })
        const token = link.split('#together=')[1] ?? ''
        await joinSelection(context().ctx, { token, name: 'Ravi', friend: 'ravi' })
        const membership = (await findMemberships(context().ctx, 'ravi')).get(showtimeId)
        await holdPlaces(context().ctx, {
          ...{ showtimeId, holder: 'asha', ...membership, placeIds: seatsOf(show, 5) },
        })

        expect(await checkout(show, seatsOf(show, 4, 5))).toEqual([expected])
      })

      test.each([
        ['elsewhere', [1, 2], [4, 5], expected],
        ['beside the seats that are given back', [3, 6], [4, 5], expected],
        ['at the end of the free ones', [1, 2], [3, 4], 'ok'],
      ])(
        'answers to a change of seats to others %s as to an order: from %j to %j %s [S-316]',
        async (_, old, taken, code) => {
          const show = await create()
          const order = await createOrder(show, seatsOf(show, ...old))
          const { bookingReference: reference } = await book(order)
          const exchanged = exchange(context().ctx, {
            ...{ own: { userId: order.userId, reference }, holder: 'asha', difference: 0 },
            exchange: {
              ...{ type: 'seats', showtimeId: show.showtimeId },
              ...{ giveBack: seatsOf(show, ...old), take: seatsOf(show, ...taken) },
            },
          })

          expect(await codesOf([exchanged])).toEqual([code])
        },
      )

      test('accepts a gap that cannot be avoided', async () => {
        const show = await create()
        await hold('ravi', show, ...seatsOf(show, 6))

        expect(await checkout(show, seatsOf(show, 3, 4))).toEqual(['ok'])
      })

      test('returns the booking of a repeated order, also when its seats now leave one alone', async () => {
        const show = await create()
        await hold('ravi', show, ...seatsOf(show, 6))
        const order = { ...(await createOrder(show, seatsOf(show, 4, 5))), key: 'a key of asha' }
        await hold('bala', show, ...seatsOf(show, 3))
        const booking = await book(order)
        await context().clock.advance(HOUR / 6)

        expect((await book(order)).bookingReference).toBe(booking.bookingReference)
      })
    },
    { GAP_RULE: gapRule },
  )

describeRule('strict', 'GAP')
describeRule('warn', 'ok')
