import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { openTransaction } from '#test/support/open-transaction.ts'
import { describePostgres } from '#test/support/test-context.ts'
import { openTestRealtime } from '#test/support/test-realtime.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import { holderLockName, lockNames } from '../database/locks.ts'
import { createKeyedQueue } from './keyed-queue.ts'

const MANY = 60

test('what is asked under one name is done in the order in which it came, under others at once', async () => {
  const inTurn = createKeyedQueue()
  const done: string[] = []
  const go = Promise.withResolvers<void>()
  const first = inTurn('asha', () => go.promise.then(() => done.push('first')))
  const second = inTurn('asha', async () => done.push('second'))

  await inTurn('ravi', async () => done.push('ravi'))
  go.resolve()
  await Promise.all([first, second])

  expect(done).toEqual(['ravi', 'first', 'second'])
})

test('what fails holds up nobody', async () => {
  const inTurn = createKeyedQueue()
  const failing = inTurn('asha', () => Promise.reject(new Error('lost')))
  const next = inTurn('asha', async () => 'next')

  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('next')
})

describePostgres(
  'one who asks for everything at once',
  (world) => {
    const cinema = setupTestServer(world)

    test('over sixty windows keeps nobody else from the database [S-121]', async () => {
      const { ctx } = world()
      const { showtimeId, seats } = await createShowtime(ctx)
      const [seatId, other] = seats as [string, string]
      const sockets = await openTestRealtime(ctx)
      const windows = await Promise.all(Array.from({ length: MANY }, () => sockets.connect('asha')))
      const { undo } = await openTransaction(ctx, (tx) =>
        lockNames(tx, [holderLockName({ showtimeId, holder: 'asha' })]),
      )
      let answered = 0
      const holds = windows.map(async (window) => {
        const ack = await window.ask('holdSeat', { showtimeId, seatId })
        answered += 1
        return ack
      })
      // What comes behind it over the same line is answered: so it has arrived, and waits.
      await Promise.all(windows.map((window) => window.ask('nonsense' as never, {} as never)))

      const ravi = await sockets.connect('ravi')
      expect(await ravi.ask('holdSeat', { showtimeId, seatId: other })).toMatchObject({ ok: true })

      expect(answered).toBe(0)
      await undo()
      expect((await Promise.all(holds)).every(({ ok }) => ok)).toBe(true)
      await sockets.close()
    })

    test('by one order sent many times keeps nobody else from theirs [S-122]', async () => {
      const { ctx } = world()
      const { movieId, showtimeId, seats } = await createShowtime(ctx)
      const [asha, ravi] = [await cinema().member('Asha'), await cinema().member('Ravi')]
      const key = { 'idempotency-key': crypto.randomUUID() }
      const order = (userId: string, seatId = '') => ({
        movieId,
        showtimeId,
        userId,
        seatIds: [seatId],
        parkingSlotIds: [],
        totalCost: 150,
        phone: null,
      })
      const { undo } = await openTransaction(ctx, async (tx) => {
        await lockNames(tx, [`${asha.userId} ${key['idempotency-key']}`])
        await tx
          .insertInto('bookings')
          .values({
            id: crypto.randomUUID(),
            reference: 'MQ-KEPT',
            user_id: asha.userId,
            showtime_id: showtimeId,
            phone: null,
            total_cost: 150,
            payment_status: 'Paid',
            created_at: 0,
            idempotency_key: key['idempotency-key'],
            request_hash: '',
          })
          .execute()
      })
      // Each from a browser of its own, in the same session.
      const cookie = asha.client.cookie('marquee_access')
      let answered = 0
      const orders = Array.from({ length: 20 }, async () => {
        const body = order(asha.userId, seats[0])
        const answer = await cinema()
          .visitor()
          .post('/api/bookings', body, { ...key, cookie })
        answered += 1
        return answer
      })

      const theirs = await ravi.client.post('/api/bookings', order(ravi.userId, seats[1]))

      expect(theirs.statusCode).toBe(200)
      expect(answered).toBe(0)
      await undo()
      const bookings = new Set((await Promise.all(orders)).map(({ text }) => text))
      expect(bookings.size).toBe(1)
    })
  },
  { RATE_LIMITS: 'off' },
)
