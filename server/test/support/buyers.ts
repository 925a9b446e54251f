import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import { bookingOf, postBooking, signUpAndSignIn } from './booking-flow.ts'
import { createHttpClient } from './http-client.ts'

const HOUR = 3_600_000

export interface Buyer {
  /** The acknowledged bookings, oldest first. */
  booked: Booking[]
  /** This buyer's bookings as another server lists them, newest first. */
  listAt: (url: string) => Promise<Booking[]>
}

/** Starts buyers that book one seat after another until they are closed. No two buyers use the same showtime. */
export async function startBuyers(url: string, count: number) {
  const showtimes = await loadOpenShowtimes(url)
  const waiting = new Set<() => void>()
  let isOpen = true

  async function createBuyer(n: number) {
    const email = `buyer-${n}@example.com`
    const client = createHttpClient(url)
    const userId = await signUpAndSignIn(client, email)
    const booked: Booking[] = []

    const buy = async () => {
      for (const showtime of showtimes.filter((_, index) => index % count === n)) {
        for (const seat of await loadAvailableSeats(client, showtime.showtimeId)) {
          if (!isOpen) return
          const answer = await postBooking(client, userId, { ...showtime, seats: [seat] })
          booked.push(bookingOf(answer))
          for (const check of waiting) check()
        }
      }
    }
    const listAt = async (otherUrl: string) => {
      const other = createHttpClient(otherUrl)
      const id = await signUpAndSignIn(other, email)
      return (await other.get(`/api/bookings/user/${id}`)).json() as Booking[]
    }
    return { booked, listAt, buy }
  }

  const buyers = await Promise.all(Array.from({ length: count }, (_, n) => createBuyer(n)))
  const buying = buyers.map(({ buy }) => buy())
  return {
    all: (): Buyer[] => buyers,
    /** Resolves when each buyer has at least this many bookings. */
    sold: (minimum: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (buyers.some(({ booked }) => booked.length < minimum)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      isOpen = false
      await Promise.all(buying)
    },
  }
}

async function loadOpenShowtimes(url: string) {
  const movies = (await createHttpClient(url).get('/api/movies')).json() as Movie[]
  return movies.flatMap(({ _id, showtimes }) =>
    showtimes.flatMap((showtime) =>
      typeof showtime !== 'string' && Date.parse(showtime.startTime) - Date.now() > HOUR
        ? [{ movieId: _id, showtimeId: showtime._id }]
        : [],
    ),
  )
}

async function loadAvailableSeats(
  { get }: ReturnType<typeof createHttpClient>,
  showtimeId: string,
) {
  const seats = (await get(`/api/seats/showtime/${showtimeId}`)).json() as Seat[]
  return seats.filter(({ status }) => status === 'AVAILABLE')
}
