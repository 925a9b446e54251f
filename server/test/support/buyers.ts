import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import { bookingOf, postBooking, signUpAndSignIn } from './booking-flow.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'

const HOUR = 3_600_000

interface OpenShowtime {
  movieId: string
  showtimeId: string
}

/** Creates users that book one seat after another. No two buyers use the same showtime. */
export async function createBuyers(url: string, count: number) {
  const showtimes = await loadOpenShowtimes(url)
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

async function* ordersOf({ get }: HttpClient, showtimes: OpenShowtime[]) {
  for (const showtime of showtimes) {
    const seats = (await get(`/api/seats/showtime/${showtime.showtimeId}`)).json() as Seat[]
    for (const seat of seats) yield { ...showtime, seats: [seat] }
  }
}

async function loadOpenShowtimes(url: string): Promise<OpenShowtime[]> {
  const movies = (await createHttpClient(url).get('/api/movies')).json() as Movie[]
  return movies.flatMap(({ _id, showtimes }) =>
    showtimes.flatMap((showtime) =>
      typeof showtime !== 'string' && Date.parse(showtime.startTime) - Date.now() > HOUR
        ? [{ movieId: _id, showtimeId: showtime._id }]
        : [],
    ),
  )
}
