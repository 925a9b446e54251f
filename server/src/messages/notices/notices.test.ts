import { expect, test } from 'vitest'
import { cancel, exchange } from '#src/bookings/change/changes.service.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { notFound, SIGN_IN_REQUIRED, setupTestServer } from '#test/support/test-server.ts'
import { queueReminders } from '../reminders/reminders.service.ts'
import { addNotice, listNotices, type NewNotice } from './notices.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeDatabases('notices', (context) => {
  const server = setupTestServer(context)
  const { createOrder, book } = createBookingCalls(context)
  const add = async (notice: Pick<NewNotice, 'userId'> & Partial<NewNotice>) => {
    const { ctx } = context()
    const texts = { kind: 'changed' as const, title: 'Your show has moved', text: 'To 19:00.' }
    await inTransaction(ctx.db, { durable: true }, (tx) => addNotice(tx, { ...texts, ...notice }))
    if (notice.userId !== null) ctx.events.emit('noticesChanged', notice.userId)
  }
  const titlesOf = async (userId: string) =>
    (await listNotices(context().ctx, userId)).notices.map(({ kind, title }) => `${kind}: ${title}`)

  test('an account keeps its latest 50 notices, and other accounts keep theirs [S-490]', async () => {
    const [asha, ravi] = [await server().member(), await server().member('Ravi')]
    await add({ userId: ravi.userId })
    for (let n = 0; n < 53; n += 1) {
      await context().clock.advance(1)
      await add({ userId: asha.userId, title: `Notice ${n}` })
    }

    const stored = await context()
      .ctx.db.selectFrom('notices')
      .select('title')
      .where('user_id', '=', asha.userId)
      .orderBy('created_at')
      .execute()
    expect(stored).toHaveLength(50)
    expect([stored.at(0)?.title, stored.at(-1)?.title]).toEqual(['Notice 3', 'Notice 52'])
    expect(await titlesOf(ravi.userId)).toHaveLength(1)
  })

  test('an account sees its own notices only, the newest first, and marks them as read [S-490]', async () => {
    const [asha, ravi] = [await server().member(), await server().member('Ravi')]
    await add({ userId: asha.userId, link: '/bookings/MQ-1' })
    await context().clock.advance(1)
    await add({ userId: asha.userId, kind: 'cancelled', title: 'Your show is cancelled' })
    await add({ userId: ravi.userId })
    await add({ userId: null })

    const list = async () =>
      (await asha.client.get('/api/notices')).json() as {
        notices: { _id: string; title: string; readAt: string | null; link: string | null }[]
        unread: number
      }
    const { notices, unread } = await list()
    expect([unread, notices.map(({ title, link }) => [title, link])]).toEqual([
      2,
      [
        ['Your show is cancelled', null],
        ['Your show has moved', '/bookings/MQ-1'],
      ],
    ])

    const path = `/api/notices/${notices[0]?._id}/read`
    await server().expectRefused(
      () => ravi.client.post(path),
      notFound('That notice does not exist.'),
    )
    expect((await asha.client.post(path)).statusCode).toBe(200)
    expect((await asha.client.post(path)).statusCode).toBe(200)
    expect((await list()).unread).toBe(1)
    expect((await asha.client.post('/api/notices/read')).statusCode).toBe(200)
    expect((await list()).unread).toBe(0)
    expect((await ravi.client.get('/api/notices')).json()).toMatchObject({ unread: 1 })
    for (const call of [
      () => server().visitor().get('/api/notices'),
      () => server().visitor().post('/api/notices/read'),
    ])
      await server().expectRefused(call, SIGN_IN_REQUIRED)
  })

  test('a change of notices reaches the sockets of their account and no others [S-491]', async () => {
    const [asha, ravi] = [await server().member(), await server().member('Ravi')]
    const sockets = {
      phone: await server().openSocket(asha.client),
      laptop: await server().openSocket(asha.client),
      ravi: await server().openSocket(ravi.client),
    }

    await add({ userId: asha.userId })
    await Promise.all([sockets.phone.next('noticesChanged'), sockets.laptop.next('noticesChanged')])
    await add({ userId: ravi.userId })
    await sockets.ravi.next('noticesChanged')

    expect(sockets.ravi.all('noticesChanged')).toHaveLength(1)
    expect(sockets.phone.all('noticesChanged')).toHaveLength(1)
  })

  test('a cancellation and a change of seats write a notice in their transaction, once [S-492]', async () => {
    const { ctx } = context()
    const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const order = await createOrder(show, show.seats.slice(0, 2))
    const { bookingReference: reference } = await book(order)
    const own = { userId: order.userId, reference }
    const [first = '', second = '', third = ''] = show.seats
    const key = crypto.randomUUID()

    const swap = {
      own,
      holder: 'asha',
      key,
      difference: 0,
      exchange: {
        type: 'seats' as const,
        showtimeId: show.showtimeId,
        giveBack: [first],
        take: [third],
      },
    }
    await exchange(ctx, swap)
    await exchange(ctx, swap)
    await cancel(ctx, own, { seatIds: [second], refund: 150 })
    await cancel(ctx, own, { refund: 150 })
    await expect(cancel(ctx, own, { refund: 150 })).rejects.toThrow()

    expect(await titlesOf(order.userId)).toEqual([
      `cancelled: Booking ${reference} is cancelled`,
      `changed: Booking ${reference} has changed`,
      `changed: Booking ${reference} has changed`,
    ])
    const { notices } = await listNotices(ctx, order.userId)
    expect(notices[1]?.text).toMatch(/Cancelled: A2\. You have been refunded ₹150\.$/)
    expect(notices[0]?.link).toBe(`/bookings/${reference}`)
  })

  test('the notice about cancelled places calls a parking slot so, because a seat can have the same label [S-492]', async () => {
    const { ctx } = context()
    const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const [slotId = ''] = show.fourWheelers
    const [seat = ''] = show.seats
    const order = await createOrder(show, show.seats.slice(0, 2), {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 400,
    })
    const { bookingReference: reference } = await book(order)
    const own = { userId: order.userId, reference }

    await cancel(ctx, own, { seatIds: [seat], slotIds: [slotId], refund: 250 })

    const { notices } = await listNotices(ctx, order.userId)
    expect(notices[0]?.text).toContain('Cancelled: A1, Parking F1.')
  })

  test('a reminder writes one notice, whichever node looks for it [S-492]', async () => {
    const { ctx, clock } = context()
    const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const order = await createOrder(show, show.seats.slice(0, 1))
    await book(order)
    await clock.advance(3 * HOUR + 60_000)

    await Promise.all([queueReminders(ctx), queueReminders(createNodeContext(ctx))])

    expect(await titlesOf(order.userId)).toEqual([
      expect.stringMatching(/^reminder: .* starts at /),
    ])
  })

  test('notices are deleted after 90 days [S-490]', async () => {
    const { ctx, clock } = context()
    const { userId } = await server().member()
    await add({ userId })
    await clock.advance(89 * DAY)
    await deleteOldData(ctx)
    expect((await listNotices(ctx, userId)).notices).toHaveLength(1)

    await clock.advance(2 * DAY)
    await deleteOldData(ctx)
    expect((await listNotices(ctx, userId)).notices).toEqual([])
  })
})
