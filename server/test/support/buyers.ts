import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import { bookingOf, postBooking, signUpAndSignIn } from './booking-flow.ts'
import { createHttpClient } from './http-client.ts'

const HOUR = 3_600_000

export interface Buyer {
  /** What was acknowledged, in that order. */
  booked: Booking[]
  /** This buyer's bookings as a server tells them, the latest first. */
  listAt: (url: string) => Promise<Booking[]>
}

/** So many people who buy one seat after another, each in shows of their own, until they are told to stop. */
export async function startBuyers(url: string, count: number) {
  const shows = await showsOf(url)
  const watching = new Set<() => void>()
  let isOpen = true

  async function aBuyer(n: number) {
    const email = `buyer-${n}@example.com`
    const client = createHttpClient(url)
    const userId = await signUpAndSignIn(client, email)
    const booked: Booking[] = []
    const mine = shows.filter((_, position) => position % count === n)

    const buy = async () => {
      for (const show of mine) {
        for (const seat of await freeSeats(client, show.showtimeId)) {
          if (!isOpen) return
          const answer = await postBooking(client, userId, { ...show, seats: [seat] })
          booked.push(bookingOf(answer))
          for (const look of watching) look()
        }
      }
    }
    const listAt = async (other: string) => {
      const elsewhere = createHttpClient(other)
      const id = await signUpAndSignIn(elsewhere, email)
      return (await elsewhere.get(`/api/bookings/user/${id}`)).json() as Booking[]
    }
    return { booked, listAt, buy }
  }

  const everybody = await Promise.all(Array.from({ length: count }, (_, n) => aBuyer(n)))
  const buying = everybody.map(({ buy }) => buy())
  return {
    all: (): Buyer[] => everybody,
    /** Once each has so many. */
    sold: (least: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (everybody.some(({ booked }) => booked.length < least)) return
          watching.delete(look)
          resolve()
        }
        watching.add(look)
        look()
      }),
    close: async () => {
      isOpen = false
      await Promise.all(buying)
    },
  }
}

async function showsOf(url: string) {
  const movies = (await createHttpClient(url).get('/api/movies')).json() as Movie[]
  return movies.flatMap(({ _id, showtimes }) =>
    showtimes.flatMap((showtime) =>
      typeof showtime !== 'string' && Date.parse(showtime.startTime) - Date.now() > HOUR
        ? [{ movieId: _id, showtimeId: showtime._id }]
        : [],
    ),
  )
}

async function freeSeats({ get }: ReturnType<typeof createHttpClient>, showtimeId: string) {
  const seats = (await get(`/api/seats/showtime/${showtimeId}`)).json() as Seat[]
  return seats.filter(({ status }) => status === 'AVAILABLE')
}
