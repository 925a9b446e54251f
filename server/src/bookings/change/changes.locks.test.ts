import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { admitPass } from '#src/door/admissions.service.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { callAfterRead } from '#test/support/call-after-read.ts'
import { codesOf } from '#test/support/hold-calls.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { giveBackDueHouseSeats, giveBackHouseSeats } from '../house-seats/house-seats.service.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { correctEmail } from '../list/staff-bookings.service.ts'
import { book as bookPlaces } from '../order/book.service.ts'
import { keepHouseSeats } from '../order/staff-sales.service.ts'
import * as changes from './changes.service.ts'
import { cancelByStaff } from './staff-changes.service.ts'

const SIX_HOURS_MS = 6 * 3_600_000
const STAFF = { deviceId: 'counter', reason: 'test' }

function createSteps(context: () => TestContext) {
  const { createOrder, book } = createBookingCalls(context)

  /** A booking of two seats and a slot. */
  async function createBooking() {
    const showtime = await createShowtime(context().ctx, { startsIn: SIX_HOURS_MS })
    const slotId = showtime.fourWheelers[0] ?? ''
    const order = await createOrder(showtime, showtime.seats.slice(0, 2), {
      parkingSlotIds: [slotId],
      totalCost: 400,
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB0001' }],
    })
    const { _id: id, bookingReference: reference } = await book(order)
    return { showtime, slotId, id, own: { userId: order.userId, reference } }
  }

  /** Keeps a seat for the house. It is due to be given back. */
  async function createHouseSeat() {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx, { startsIn: SIX_HOURS_MS })
    const placeIds = seats.slice(0, 1)
    await keepHouseSeats(ctx, { showtimeId, placeIds, deviceId: 'counter', reason: 'guests' })
    await ctx.db
      .updateTable('bookings')
      .set({ house_until: ctx.now() - 1 })
      .where('showtime_id', '=', showtimeId)
      .execute()
    return { showtimeId, placeIds }
  }
  return { createOrder, createBooking, createHouseSeat }
}
type Created = Awaited<ReturnType<ReturnType<typeof createSteps>['createBooking']>>

describePostgres('while another transaction cancels the show', (context) => {
  const { createBooking, createOrder } = createSteps(context)
  const office = setupTestOffice(context)

  const CHANGES: Record<string, [string, (created: Created) => Promise<unknown>]> = {
    'a hold': [
      'CLOSED',
      ({ showtime: { showtimeId, seats } }) =>
        holdPlaces(context().ctx, { showtimeId, holder: 'asha', placeIds: seats.slice(2, 3) }),
    ],
    'a sale': [
      'CLOSED',
      async ({ showtime }) =>
        bookPlaces(context().ctx, await createOrder(showtime, showtime.seats.slice(2, 3))),
    ],
    'a cancellation': ['CLOSED', ({ own }) => changes.cancel(context().ctx, own, { refund: 400 })],
    'a change of seats': [
      'CLOSED',
      ({ own, showtime: { showtimeId, seats } }) =>
        changes.exchange(context().ctx, {
          own,
          holder: 'laptop',
          difference: 0,
          exchange: {
            type: 'seats',
            showtimeId,
            giveBack: seats.slice(0, 1),
            take: seats.slice(2, 3),
          },
        }),
    ],
    'a change of a vehicle': [
      'CLOSED',
      ({ own, slotId }) =>
        changes.changeVehicle(context().ctx, own, { slotId, vehicleNumber: 'TN02CD5678' }),
    ],
    'a cancellation by staff': [
      'CLOSED',
      ({ own: { reference } }) =>
        cancelByStaff(context().ctx, { ...STAFF, reference, refund: 400, terms: 'full' }),
    ],
    'house seats': [
      'CLOSED',
      ({ showtime: { showtimeId, seats } }) =>
        keepHouseSeats(context().ctx, { ...STAFF, showtimeId, placeIds: seats.slice(2, 3) }),
    ],
  }

  test.each(Object.entries(CHANGES))(
    '%s waits, and is then refused [S-449][S-520]',
    async (_, [code, change]) => {
      const { ctx } = context()
      const created = await createBooking()
      const { showtimeId } = created.showtime
      const cancellation = await openTransaction(ctx, async (tx) => {
        await changeShowtimes(tx, [showtimeId])
        await sql`update showtimes set cancelled_at = 1 where id = ${showtimeId}`.execute(tx)
      })

      const codes = codesOf([change(created)])
      await untilTransactionWaits(ctx)
      await cancellation.commit()

      expect(await codes).toEqual([code])
    },
  )

  test('the arrival of a vehicle waits for a change of its booking [S-520]', async () => {
    const { ctx } = context()
    const { slotId: placeId, showtime, own } = await createBooking()
    const { showtimeId } = showtime
    const change = await openTransaction(ctx, (tx) => changeShowtimes(tx, [showtimeId]))
    const { client } = await office().pair('valet')

    const arrival = client.post(`/api/office/valet/${showtimeId}/vehicles/${placeId}`, {
      state: 'arrived',
    })
    await untilTransactionWaits(ctx)
    const cancelled = codesOf([
      changes.cancel(createNodeContext(ctx), own, { slotIds: [placeId], refund: 100 }),
    ])
    await untilTransactionWaits(ctx, 2)
    await change.commit()

    // One after the other: a vehicle is at a slot, or the slot is given back.
    const hasArrived = (await arrival).statusCode === 200
    expect(await cancelled).toEqual([hasArrived ? 'CLOSED' : 'ok'])
  })

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
})

describeDatabases('a booking that moves to another show before it is locked', (context) => {
  const { createBooking } = createSteps(context)

  /** Another show of the movie on the same screen. */
  async function addShow({ movieId, screenId }: Created['showtime']) {
    const { ctx } = context()
    const id = crypto.randomUUID()
    await ctx.db
      .insertInto('showtimes')
      .values({
        id,
        movie_id: movieId,
        layout_id: screenId,
        cutoff_minutes: null,
        rev: 0,
        starts_at: ctx.now() + 2 * SIX_HOURS_MS,
      })
      .execute()
    return id
  }

  /** A node that moves the booking to another show after it has read where the booking is. */
  async function createLateNode({ own, showtime }: Created) {
    const { ctx } = context()
    const showtimeId = await addShow(showtime)
    const [giveBack, take] = [showtime.seats.slice(0, 2), showtime.seats.slice(4, 6)]
    let moved: Promise<unknown> | undefined
    const move = async () => {
      moved ??= changes.exchange(createNodeContext(ctx), {
        own,
        holder: 'phone',
        difference: -100,
        exchange: { type: 'seats', showtimeId, giveBack, take },
      })
      await moved
    }
    const node: Context = { ...ctx, reader: callAfterRead(ctx.reader, 'showtime_id', move) }
    return { node, showtimeId }
  }
  const claimsAt = (showtimeId: string) =>
    context()
      .ctx.db.selectFrom('claims')
      .select('place_id')
      .where('showtime_id', '=', showtimeId)
      .execute()

  const CANCELLATIONS: Record<string, (node: Context, created: Created) => Promise<unknown>> = {
    'its visitor': (node, { own }) => changes.cancel(node, own, { refund: 300 }),
    staff: (node, { own: { reference } }) =>
      cancelByStaff(node, { ...STAFF, reference, refund: 300, terms: 'full' }),
  }

  test.each(Object.entries(CANCELLATIONS))(
    'is cancelled there by %s [S-422]',
    async (_, cancel) => {
      const { ctx } = context()
      const created = await createBooking()
      const { node, showtimeId } = await createLateNode(created)

      await cancel(node, created)

      expect(await claimsAt(showtimeId)).toEqual([])
      expect(await claimsAt(created.showtime.showtimeId)).toEqual([])
      expect((await reconcile(ctx.reader)).problems).toEqual([])
    },
  )

  test('is let in there by its reference [S-415]', async () => {
    const created = await createBooking()
    const { node, showtimeId } = await createLateNode(created)
    const scan = { scanId: crypto.randomUUID(), scannedAt: new Date().toISOString() }
    const changed: string[] = []
    context().ctx.events.on('showChanged', (id) => changed.push(id))

    const answer = await admitPass(node, {
      scan: { reference: created.own.reference, ...scan },
      deviceId: 'door',
    })

    expect(answer).toMatchObject({ verdict: 'ADMITTED', admittedNow: 2, pass: { showtimeId } })
    const { rows } = await sql<object>`
      select showtime_id from admissions where booking_id = ${created.id}`.execute(context().ctx.db)
    expect(rows).toEqual([{ showtime_id: showtimeId }])
    expect(changed).toEqual([showtimeId])
  })
})

describeDatabases('house seats', (context) => {
  const { createHouseSeat } = createSteps(context)

  test('are released once when they are due and staff releases them at the same time, on two nodes [S-551]', async () => {
    const { ctx } = context()
    const houseSeat = await createHouseSeat()

    const released = await Promise.all([
      giveBackDueHouseSeats(ctx),
      giveBackHouseSeats(createNodeContext(ctx), { ...houseSeat, deviceId: 'counter' }),
      giveBackDueHouseSeats(createNodeContext(ctx)),
    ])

    expect(released.toSorted()).toEqual([0, 0, 1])
    const { rows } = await sql<object>`
      select action from audit where subject_id = ${houseSeat.showtimeId} and action in ('places.give-back', 'places.unblock')`.execute(
      ctx.db,
    )
    expect(rows).toHaveLength(1)
    expect((await reconcile(ctx.reader)).problems).toEqual([])
  })
})
