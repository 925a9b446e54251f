import type { Booking } from '@marquee/contract/bookings'
import {
  bookingOf,
  findOpenShowtimes,
  postBooking,
  readSeats,
  signUpAndSignIn,
} from './booking-flow.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

type OpenShowtime = Awaited<ReturnType<typeof findOpenShowtimes>>[number]

/** Creates users that book one seat after another. No two buyers use the same showtime. */
export async function createBuyers(url: string, count: number) {
  const showtimes = await findOpenShowtimes(createHttpClient(url))
  const own = (n: number) => showtimes.filter((_, index) => index % count === n)
  return Promise.all(Array.from({ length: count }, (_, n) => createBuyer(url, n, own(n))))
}

async function createBuyer(url: string, n: number, showtimes: OpenShowtime[]) {
  const email = `buyer-${n}@example.com`
  const client = createHttpClient(url)
  const userId = await signUpAndSignIn(client, email)
  const orders = ordersOf(client, showtimes)
  /** The acknowledged bookings, oldest first. */
  const booked: Booking[] = []

  async function buyUntil(isEnough: () => boolean) {
    while (!isEnough()) {
      const { value } = await orders.next()
      if (!value) throw new Error('All seats are sold')
      booked.push(bookingOf(await postBooking(client, userId, value)))
    }
  }
  /** This buyer's bookings as another server lists them, oldest first. */
  async function listAt(otherUrl: string) {
    const other = createHttpClient(otherUrl)
    const id = await signUpAndSignIn(other, email)
    return ((await other.get(`/api/bookings/user/${id}`)).json() as Booking[]).toReversed()
  }
  return { booked, buyUntil, listAt }
}

async function* ordersOf(client: HttpClient, showtimes: OpenShowtime[]) {
  for (const showtime of showtimes) {
    for (const seat of await readSeats(client, showtime.showtimeId))
      yield { ...showtime, seats: [seat] }
  }
}
