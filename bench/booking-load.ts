import { signUpAndSignIn } from '../server/test/support/booking-flow.ts'
import { createHttpClient } from '../server/test/support/http-client.ts'
import type { BenchmarkServer } from './benchmark-server.ts'
import { SCREENS } from './catalogue.ts'
import { openHttpConnection } from './http-connection.ts'
import { type MeasuredRate, measureRate } from './timing.ts'

export const BUYERS = 64
export const SEATS_PER_BOOKING = 4
const PRICE = 150

/** Buyers who book four seats again and again over HTTP. No two bookings ask for the same seat. */
export async function createBookingLoad(server: BenchmarkServer) {
  const showtimes = await server.showtimesOf(SCREENS.huge)
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS; n += 1) buyers.push(await createBuyer(server.url, n))
  return {
    measure: (seconds: number): Promise<MeasuredRate> =>
      measureRate(buyers, seconds, async (buyer) => {
        const turn = buyer.bookings + buyer.n
        const showtime = showtimes[turn % showtimes.length]
        const round = Math.floor(buyer.bookings / showtimes.length)
        const first = (round * BUYERS + buyer.n) * SEATS_PER_BOOKING
        const seats = showtime?.seats.slice(first, first + SEATS_PER_BOOKING) ?? []
        if (seats.length < SEATS_PER_BOOKING) throw new Error('All seats are booked')
        buyer.bookings += 1
        const { statusCode, text } = await buyer.connection.post('/api/bookings', {
          movieId: showtime?.movieId,
          showtimeId: showtime?.showtimeId,
          userId: buyer.userId,
          phone: '9876543210',
          seatIds: seats.map(({ _id }) => _id),
          parkingSlotIds: [],
          totalCost: SEATS_PER_BOOKING * PRICE,
        })
        if (statusCode !== 200)
          throw new Error(`A booking was answered with ${statusCode}: ${text}`)
        return true
      }),
    close: () => {
      for (const { connection } of buyers) connection.close()
    },
  }
}

type Buyer = Awaited<ReturnType<typeof createBuyer>>

async function createBuyer(url: string, n: number) {
  const client = createHttpClient(url)
  const userId = await signUpAndSignIn(client, `benchmark-${n}@example.com`)
  return { n, bookings: 0, userId, connection: await openHttpConnection(url, client.cookies()) }
}
