import type { BenchmarkServer, BenchmarkShowtime } from './benchmark-server.ts'
import { SCREENS } from './catalogue.ts'
import { connectClients } from './socket-clients.ts'
import { type MeasuredRate, measureRate } from './timing.ts'

const CLIENTS = 256
const SEATS_PER_CLIENT = 5
const SHOWTIMES = 2

/** Clients that hold and release seats of their own in turn, in two showtimes. Only the holds are measured. */
export async function createHoldLoad(server: BenchmarkServer) {
  const showtimes = (await server.showtimesOf(SCREENS.huge)).slice(0, SHOWTIMES)
  const clients = (await connectClients(server.url, CLIENTS)).map((client, n) => {
    const { showtimeId, seats } = showtimes[n % SHOWTIMES] as BenchmarkShowtime
    // From the last rows: bookings start with the first ones.
    const last = seats.length - Math.floor(n / SHOWTIMES) * SEATS_PER_CLIENT
    return { client, showtimeId, seatIds: seats.slice(last - SEATS_PER_CLIENT, last) }
  })
  return {
    measure: (seconds: number): Promise<MeasuredRate> =>
      measureRate(clients, seconds, async ({ client, showtimeId, seatIds }, n) => {
        const isHold = n % 2 === 0
        const seatId = seatIds[(n >> 1) % SEATS_PER_CLIENT]?._id ?? ''
        const ack = await client.ask(isHold ? 'holdSeat' : 'releaseSeat', { showtimeId, seatId })
        if (!ack.ok) throw new Error(`A hold was refused: ${ack.code} ${ack.message}`)
        return isHold
      }),
    close: () => {
      for (const { client } of clients) client.close()
    },
  }
}
