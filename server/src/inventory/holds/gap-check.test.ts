import { expect, test } from 'vitest'
import { exchange } from '#src/bookings/change/changes.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  findJoinedSelections,
  joinSelection,
  shareSelection,
} from '../selections/shared-selections.service.ts'
import { beginCheckout, holdPlaces } from './holds.service.ts'

const HOUR = 3_600_000

const OTHER_ROWS = 24

/** Seats of row H, by their numbers from 0 to 15. H4 to H11 are between the aisles, and H4 is sold. */
const seatsOf = ({ seats }: CreatedShowtime, ...numbers: number[]) =>
  numbers.map((number) => seats[OTHER_ROWS + number] as string)

const describeRule = (gapRule: 'warn' | 'strict', expected: 'ok' | 'GAP') =>
  describeDatabases(
    `GAP_RULE=${gapRule}`,
    (context) => {
      const { hold } = createHoldCalls(context)
      const { createOrder, book } = createBookingCalls(context)
      /** H4 and so many seats of the other rows are sold: out of service, which reads the same. */
      async function create({ startsIn = 5 * HOUR, soldInOtherRows = OTHER_ROWS } = {}) {
        const { ctx } = context()
        const show = await createShowtimeWithSeats(ctx, OTHER_ROWS + 16, { startsIn })
        const sold = [...show.seats.slice(0, soldInOtherRows), ...seatsOf(show, 4)]
        await ctx.db
          .updateTable('places')
          .set({ out_of_service: 1 })
          .where('id', 'in', sold)
          .execute()
        return show
      }
      const checkout = ({ showtimeId }: CreatedShowtime, seatIds: string[]) =>
        codesOf([
          beginCheckout(context().ctx, { showtimeId, holder: 'asha', placeIds: seatIds, seatIds }),
        ])

      test(`answers ${expected} to a checkout and an order that leave a seat alone although it can be avoided [S-316]`, async () => {
        const show = await create()

        const codes = await codesOf([book(await createOrder(show, seatsOf(show, 6, 7)))])

        expect(codes).toEqual([expected])
        const other = await create()
        expect(await checkout(other, seatsOf(other, 6, 7))).toEqual([expected])
      })

      test('accepts the seats at the end of the free ones, one seat, and seats shortly before booking closes [S-316]', async () => {
        const show = await create()
        expect(await checkout(show, seatsOf(show, 5, 6))).toEqual(['ok'])
        const single = await create()
        expect(await checkout(single, seatsOf(single, 6))).toEqual(['ok'])
        const late = await create({ startsIn: HOUR - 1000 })
        expect(await checkout(late, seatsOf(late, 6, 7))).toEqual(['ok'])
      })

      test(`answers ${expected} to a checkout for a friend of seats that leave one alone [S-316]`, async () => {
        const show = await create()
        const { showtimeId } = show
        await hold('asha', show, ...seatsOf(show, 6))
        const link = await shareSelection(context().ctx, { showtimeId, holder: 'asha' })
        const token = link.split('#together=')[1] ?? ''
        await joinSelection(context().ctx, { token, name: 'Ravi', friendId: 'ravi' })
        const joined = (await findJoinedSelections(context().ctx, 'ravi')).get(showtimeId)
        await holdPlaces(context().ctx, {
          showtimeId,
          holder: 'asha',
          ...joined,
          placeIds: seatsOf(show, 7),
        })

        expect(await checkout(show, seatsOf(show, 6, 7))).toEqual([expected])
      })

      test.each([
        ['elsewhere', [1, 2], [6, 7], expected],
        ['beside the seats that are given back', [5, 8], [6, 7], expected],
        ['at the end of the free ones', [1, 2], [5, 6], 'ok'],
      ])(
        'answers to a change of seats to others %s as to an order: from %j to %j %s [S-316]',
        async (_, old, taken, code) => {
          const show = await create()
          const order = await createOrder(show, seatsOf(show, ...old))
          const { bookingReference: reference } = await book(order)
          const exchanged = exchange(context().ctx, {
            own: { userId: order.userId, reference },
            holder: 'asha',
            difference: 0,
            exchange: {
              type: 'seats',
              showtimeId: show.showtimeId,
              giveBack: seatsOf(show, ...old),
              take: seatsOf(show, ...taken),
            },
          })

          expect(await codesOf([exchanged])).toEqual([code])
        },
      )

      test('accepts a gap that cannot be avoided', async () => {
        const show = await create()
        await hold('ravi', show, ...seatsOf(show, 8))

        expect(await checkout(show, seatsOf(show, 6, 7))).toEqual(['ok'])
      })

      test('accepts a gap while less than half of the hall is sold [S-302][S-316]', async () => {
        const show = await create({ soldInOtherRows: 18 })

        expect(await checkout(show, seatsOf(show, 6, 7))).toEqual(['ok'])
      })

      test('returns the booking of a repeated order, also when its seats now leave one alone', async () => {
        const show = await create()
        await hold('ravi', show, ...seatsOf(show, 8))
        const order = { ...(await createOrder(show, seatsOf(show, 6, 7))), key: 'a key of asha' }
        await hold('bala', show, ...seatsOf(show, 5))
        const booking = await book(order)
        await context().clock.advance(HOUR / 6)

        expect((await book(order)).bookingReference).toBe(booking.bookingReference)
      })
    },
    { GAP_RULE: gapRule },
  )

describeRule('strict', 'GAP')
describeRule('warn', 'ok')
