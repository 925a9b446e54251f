import { expect, test } from 'vitest'
import { lockShowtimes } from '#src/database/locks.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { openTransaction } from '#test/support/open-transaction.ts'
import { describePostgres } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'

const SOCKETS = 60

describePostgres(
  'a showtime that another node has locked',
  (context) => {
    const server = setupTestServer(context)

    test('holdSeat from 60 sockets at a locked showtime does not delay a hold at another one [S-121]', async () => {
      const { ctx } = context()
      const { showtimeId, seats } = await createShowtime(ctx)
      const other = await createShowtime(ctx)
      const [seatId] = seats as [string]
      const clients = await Promise.all(
        Array.from({ length: SOCKETS }, () => server().connect('asha')),
      )
      const { rollback } = await openTransaction(ctx, (tx) => lockShowtimes(tx, [showtimeId]))
      let responded = 0
      const holds = clients.map(async (client) => {
        const ack = await client.ask('holdSeat', { showtimeId, seatId })
        responded += 1
        return ack
      })
      // The acknowledgement of a later event on the same socket shows that the hold has arrived.
      await Promise.all(clients.map((client) => client.ask('nonsense' as never, {} as never)))

      const ravi = await server().connect('ravi')
      const hold = { showtimeId: other.showtimeId, seatId: other.seats[0] as string }
      expect(await ravi.ask('holdSeat', hold)).toMatchObject({ ok: true })

      expect(responded).toBe(0)
      await rollback()
      expect((await Promise.all(holds)).every(({ ok }) => ok)).toBe(true)
    })

    test('POST /api/bookings with one busy idempotency key, sent 20 times, does not delay a buyer of another showtime [S-122]', async () => {
      const { ctx } = context()
      const showtime = await createShowtime(ctx)
      const [asha, ravi] = [await server().member('Asha'), await server().member('Ravi')]
      const key = { 'idempotency-key': crypto.randomUUID() }
      const { createOrder } = createBookingCalls(context)
      const { request } = await createOrder(showtime, showtime.seats.slice(0, 1))
      const elsewhere = await createShowtime(ctx)
      const other = await createOrder(elsewhere, elsewhere.seats.slice(0, 1))
      const { rollback } = await openTransaction(ctx, (tx) =>
        tx
          .insertInto('bookings')
          .values({
            id: crypto.randomUUID(),
            reference: 'MQ-KEPT',
            user_id: asha.userId,
            showtime_id: showtime.showtimeId,
            phone: null,
            total_cost: 150,
            payment_status: 'Paid',
            created_at: 0,
            idempotency_key: key['idempotency-key'],
            request_hash: '',
          })
          .execute(),
      )
      // Each order comes from a browser of its own, in the same session.
      const cookie = asha.client.cookie('marquee_access_3000')
      let responded = 0
      const orders = Array.from({ length: 20 }, async () => {
        const body = { ...request, userId: asha.userId }
        const response = await server()
          .visitor()
          .post('/api/bookings', body, { ...key, cookie })
        responded += 1
        return response
      })

      const ofRavi = { ...other.request, userId: ravi.userId }
      const response = await ravi.client.post('/api/bookings', ofRavi)

      expect(response.statusCode).toBe(200)
      expect(responded).toBe(0)
      await rollback()
      const bookings = new Set((await Promise.all(orders)).map(({ text }) => text))
      expect(bookings.size).toBe(1)
    })
  },
  { RATE_LIMITS: 'off' },
)
