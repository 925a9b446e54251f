import { expect, test } from 'vitest'
import { cancel } from '#src/bookings/change/changes.service.ts'
import { correctEmail } from '#src/bookings/list/staff-bookings.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { moveShow, planMove } from '#src/bookings/shows/show-moves.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { callAfterRead } from '#test/support/call-after-read.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import { confirmUser, createShowtime } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describeContext, describePostgres } from '#test/support/test-context.ts'
import { listNotices } from '../notices/notices.service.ts'
import { queueReminders } from './reminders.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Contexts = Parameters<Parameters<typeof describeContext>[1]>[0]

function createSteps(context: Contexts) {
  const { book, createOrder } = createBookingCalls(context)

  /** A booking whose reminder is due. */
  async function createDueBooking() {
    const { ctx, clock } = context()
    const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const order = await createOrder(show, show.seats.slice(0, 1))
    const { bookingReference: reference, _id: bookingId } = await book(order)
    await confirmUser(ctx, order.userId)
    await clock.advance(3 * HOUR + MINUTE)
    return { show, userId: order.userId, reference, bookingId }
  }
  async function remindersOf({ userId, bookingId }: { userId: string; bookingId: string }) {
    const { db } = context().ctx
    const mails = db.selectFrom('outbox').select('id').where('booking_id', '=', bookingId)
    const { notices } = await listNotices(context().ctx, userId)
    return {
      mails: (await mails.where('kind', '=', 'reminder').execute()).length,
      notices: notices.filter(({ kind }) => kind === 'reminder').map(({ title }) => title),
    }
  }
  return { createDueBooking, remindersOf }
}

describeContext('reminders', (context) => {
  const { createDueBooking, remindersOf } = createSteps(context)
  const ctx = () => context().ctx
  type Due = Awaited<ReturnType<typeof createDueBooking>>
  const cancelByCinema = ({ show: { showtimeId } }: Due) =>
    cancelShow(ctx(), { showtimeId, reason: 'repair', deviceId: 'manager' })
  async function moveToNextDay({ show: { showtimeId } }: Due) {
    const startTime = new Date(ctx().now() + 27 * HOUR).toISOString()
    const { planHash } = await planMove(ctx(), { showtimeId, startTime })
    await moveShow(ctx(), {
      showtimeId,
      startTime,
      planHash,
      reason: 'repair',
      deviceId: 'manager',
    })
  }
  const cancelByVisitor = ({ userId, reference }: Due) =>
    cancel(ctx(), { userId, reference }, { refund: 75 })

  test.each([
    ['whose show is cancelled', cancelByCinema],
    ['whose show is moved to another day', moveToNextDay],
    ['that its visitor cancels', cancelByVisitor],
  ])('a booking %s after it was found gets no reminder [S-492]', async (_, change) => {
    const due = await createDueBooking()
    const reader = callAfterRead(ctx().reader, 'booking_id', () => change(due))

    await queueReminders({ ...ctx(), reader })

    expect(await remindersOf(due)).toEqual({ mails: 0, notices: [] })
  })

  test('a reminder goes to the address that staff has corrected [S-662]', async () => {
    const { reference, bookingId } = await createDueBooking()
    await correctEmail(ctx(), { reference, deviceId: 'counter' }, 'corrected@example.org')

    await queueReminders(ctx())

    const reminder = await ctx()
      .db.selectFrom('outbox')
      .select('recipient')
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'reminder')
      .execute()
    expect(reminder).toEqual([{ recipient: 'corrected@example.org' }])
  })

  test('a booking of a show that is cancelled and not yet refunded gets no reminder [S-492]', async () => {
    const due = await createDueBooking()
    await ctx()
      .db.updateTable('showtimes')
      .set({ cancelled_at: ctx().now() })
      .where('id', '=', due.show.showtimeId)
      .execute()

    await queueReminders(ctx())

    expect(await remindersOf(due)).toEqual({ mails: 0, notices: [] })
  })

  test('a show that moves by half an hour after its reminder was found is reminded of at the new time [S-492]', async () => {
    const due = await createDueBooking()
    const { showtimeId } = due.show
    const { starts_at } = await ctx()
      .db.selectFrom('showtimes')
      .select('starts_at')
      .where('id', '=', showtimeId)
      .executeTakeFirstOrThrow()
    const startTime = new Date(starts_at - 30 * MINUTE).toISOString()
    const move = async () => {
      const { planHash } = await planMove(ctx(), { showtimeId, startTime })
      await moveShow(ctx(), {
        showtimeId,
        startTime,
        planHash,
        reason: 'repair',
        deviceId: 'manager',
      })
    }

    await queueReminders({ ...ctx(), reader: callAfterRead(ctx().reader, 'booking_id', move) })

    const time = new Date(startTime).toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: ctx().config.timeZone,
    })
    const { mails, notices } = await remindersOf(due)
    expect([mails, notices]).toEqual([1, [expect.stringContaining(`starts at ${time}`)]])
  })
})

describePostgres('reminders', (context) => {
  const { createDueBooking, remindersOf } = createSteps(context)

  test.each([
    ['moves', { starts_at: Date.UTC(2100, 0, 1) }],
    ['cancels', { cancelled_at: 1 }],
  ])(
    'wait for a transaction that %s their show, and are not written then [S-492]',
    async (_, columns) => {
      const { ctx } = context()
      const due = await createDueBooking()
      const { showtimeId } = due.show
      const changing = await openTransaction(ctx, async (tx) => {
        await changeShowtimes(tx, [showtimeId])
        await tx.updateTable('showtimes').set(columns).where('id', '=', showtimeId).execute()
      })

      const reminding = queueReminders(ctx)
      await untilTransactionWaits(ctx)
      await changing.commit()
      await reminding

      expect(await remindersOf(due)).toEqual({ mails: 0, notices: [] })
    },
  )
})
