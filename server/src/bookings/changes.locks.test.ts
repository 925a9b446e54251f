import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describePostgres } from '#test/support/test-context.ts'
import { lockSales } from '../database/locks.ts'
import * as changes from './changes.service.ts'
import { finishShowCancellations } from './show-cancellation.service.ts'

const SIX_HOURS_MS = 6 * 3_600_000

describePostgres('while another transaction has stopped all sales', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const office = setupTestOffice(context)

  async function createBooking() {
    const showtime = await createShowtime(context().ctx, { startsIn: SIX_HOURS_MS })
    const order = await createOrder(showtime, showtime.seats.slice(0, 2))
    const { _id: id, bookingReference: reference } = await book(order)
    return { showtime, id, own: { userId: order.userId, reference } }
  }
  type Created = Awaited<ReturnType<typeof createBooking>>

  const CHANGES: Record<string, (created: Created) => Promise<unknown>> = {
    'a cancellation': ({ own }) => changes.cancel(context().ctx, own, { refund: 300 }),
    'a change of seats': ({ own, showtime: { showtimeId, seats } }) =>
      changes.exchange(context().ctx, {
        ...{ own, holder: 'laptop', difference: 0 },
        exchange: {
          type: 'seats',
          showtimeId,
          giveBack: seats.slice(0, 1),
          take: seats.slice(2, 3),
        },
      }),
    'a cancellation by staff': async ({ own: { reference } }) => {
      const { client } = await office().pair('counter', 'till')
      const path = `/api/office/bookings/${reference}/cancel`
      const body = { refund: 300, terms: 'full', reason: 'test' }
      expect(await client.post(path, body)).toMatchObject({ statusCode: 200 })
    },
    'the refund of a cancelled show': async ({ showtime: { showtimeId } }) => {
      const { ctx } = context()
      await sql`
        insert into show_cancellations (showtime_id, reason, device_id, cancelled_at)
        values (${showtimeId}, 'test', 'till', 0)`.execute(ctx.db)
      await sql`update showtimes set cancelled_at = 0 where id = ${showtimeId}`.execute(ctx.db)
      await finishShowCancellations(ctx)
    },
  }

  test.each(Object.entries(CHANGES))(
    '%s waits without a lock on the booking [S-520]',
    async (_, change) => {
      const { ctx } = context()
      const created = await createBooking()
      const stopped = await openTransaction(ctx, lockSales)
      const changed = change(created)
      await untilTransactionWaits(ctx)

      // As a move does. Without the table of bookings the change would have its row, and the database would end one of the two.
      const { rows } = await sql`
        select id from bookings where id = ${created.id} for update nowait`.execute(ctx.db)
      await stopped.commit()
      await changed

      expect(rows).toEqual([{ id: created.id }])
    },
  )
})
