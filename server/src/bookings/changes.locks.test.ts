import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describePostgres } from '#test/support/test-context.ts'
import { lockSales } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { bringCar, setVehicleState } from '../valet/vehicles.service.ts'
import { releaseDueBlocks, unblockPlaces } from './blocks.service.ts'
import * as changes from './changes.service.ts'
import { finishShowCancellations } from './show-cancellation.service.ts'
import { correctEmail } from './staff-bookings.service.ts'
import { blockPlaces } from './staff-sales.service.ts'

const SIX_HOURS_MS = 6 * 3_600_000

describePostgres('while another transaction has stopped all sales', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const office = setupTestOffice(context)

  async function createBooking() {
    const showtime = await createShowtime(context().ctx, { startsIn: SIX_HOURS_MS })
    const slotId = showtime.fourWheelers[0] ?? ''
    const order = await createOrder(showtime, showtime.seats.slice(0, 2), {
      ...{ parkingSlotIds: [slotId], totalCost: 400 },
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB0001' }],
    })
    const { _id: id, bookingReference: reference } = await book(order)
    return { showtime, slotId, id, own: { userId: order.userId, reference } }
  }
  type Created = Awaited<ReturnType<typeof createBooking>>

  const CHANGES: Record<string, (created: Created) => Promise<unknown>> = {
    'a cancellation': ({ own }) => changes.cancel(context().ctx, own, { refund: 400 }),
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
      const body = { refund: 400, terms: 'full', reason: 'test' }
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
    'the arrival of a vehicle': ({ slotId: placeId, showtime: { showtimeId } }) =>
      setVehicleState(context().ctx, { showtimeId, placeId, state: 'arrived', deviceId: 'valet' }),
    'a call for a vehicle': async ({ own, showtime: { showtimeId } }) => {
      const { ctx } = context()
      await ctx.db
        .updateTable('showtimes')
        .set({ starts_at: ctx.now() - 2 * SIX_HOURS_MS })
        .where('id', '=', showtimeId)
        .execute()
      await bringCar(ctx, own)
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

  test('correctEmail waits for a deletion of the account, which removes corrected addresses [S-662]', async () => {
    const { ctx } = context()
    const { own } = await createBooking()
    const deletion = await openTransaction(ctx, (tx) =>
      sql`select id from users where id = ${own.userId} for update`.execute(tx),
    )
    const request = { reference: own.reference, deviceId: 'counter' }
    const corrected = correctEmail(ctx, request, 'corrected@example.com')
    await untilTransactionWaits(ctx)

    await deletion.commit()
    await corrected
  })

  /** Blocks a seat. The block is due to be released. */
  async function createBlock() {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx, { startsIn: SIX_HOURS_MS })
    const placeIds = seats.slice(0, 1)
    await blockPlaces(ctx, { showtimeId, placeIds, deviceId: 'till', reason: 'guests' })
    await ctx.db
      .updateTable('blocks')
      .set({ release_at: ctx.now() - 1 })
      .where('booking_id', 'in', (bookings) =>
        bookings.selectFrom('bookings').select('id').where('showtime_id', '=', showtimeId),
      )
      .execute()
    return { showtimeId, placeIds }
  }
  const lockBlocks = (tx: Db, { showtimeId }: { showtimeId: string }) =>
    sql`
      select booking_id from blocks join bookings on bookings.id = booking_id
       where showtime_id = ${showtimeId} for update of blocks nowait`.execute(tx)
  const unblock = (block: { showtimeId: string; placeIds: string[] }) =>
    unblockPlaces(context().ctx, { ...block, deviceId: 'till' })

  test.each([
    ['the release of blocks that are due', () => releaseDueBlocks(context().ctx)],
    ['the release of blocked places', unblock],
  ] as const)('%s waits without a lock on the blocks [S-551]', async (_, release) => {
    const { ctx } = context()
    const block = await createBlock()
    const stopped = await openTransaction(ctx, lockSales)
    const released = release(block)
    await untilTransactionWaits(ctx)

    // As a move or a cancellation of the show does.
    const { rows } = await lockBlocks(ctx.db, block)
    await stopped.commit()

    expect(rows).toHaveLength(1)
    expect(await released).toBe(1)
  })

  test('the release of blocked places waits for another one of their block without a lock on the claims [S-551]', async () => {
    const { ctx } = context()
    const block = await createBlock()
    const other = await openTransaction(ctx, (tx) => lockBlocks(tx, block))
    const released = unblock(block)
    await untilTransactionWaits(ctx)

    const { rows } = await sql`
      select place_id from claims where showtime_id = ${block.showtimeId} for update nowait`.execute(
      ctx.db,
    )
    await other.commit()

    expect(rows).toHaveLength(1)
    expect(await released).toBe(1)
  })
})
