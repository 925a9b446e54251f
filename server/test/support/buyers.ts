import type { Booking } from '@marquee/contract/bookings/bookings'
import {
  bookingOf,
  loadFreeSeats,
  loadOpenShowtimes,
  postBooking,
  signUpAndSignIn,
} from './booking-flow.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

type OpenShowtimes = Awaited<ReturnType<typeof loadOpenShowtimes>>

/** Creates users that book one seat after another. No two buyers use the same showtime. */
export async function createBuyers(url: string, count: number) {
  const showtimes = await loadOpenShowtimes(createHttpClient(url))
  const own = (n: number) => showtimes.filter((_, index) => index % count === n)
  return Promise.all(Array.from({ length: count }, (_, n) => createBuyer(url, n, own(n))))
}

async function createBuyer(url: string, n: number, showtimes: OpenShowtimes) {
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

async function* ordersOf(client: HttpClient, showtimes: OpenShowtimes) {
  for (const showtime of showtimes) {
    const seats = await loadFreeSeats(client, showtime.showtimeId)
    for (const seat of seats) yield { ...showtime, seats: [seat] }
  }
}
