import { bookingWindow } from '@marquee/contract/booking-window'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { aWindow } from '../window.ts'
import type { Adapter } from './adapter.ts'

/** Any server that keeps to the specification. */
export const adapter: Adapter = {
  largest: async (url) => {
    const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T
    const movies = await read<Movie[]>('/api/movies')
    const showtimes = movies
      .flatMap((movie) => movie.showtimes as Showtime[])
      .filter((showtime) => bookingWindow(showtime, Date.now()).open)
    const shows = await Promise.all(
      showtimes.slice(0, MOST_LOOKED_AT).map(async ({ _id: showtimeId }) => {
        const path = `/api/seats/showtime/${showtimeId}`
        const seats = await read<Seat[]>(path)
        const free = seats.filter(({ status }) => status === 'AVAILABLE')
        return { showtimeId, path, seatIds: free.map(({ _id }) => _id) }
      }),
    )
    const [largest] = shows.toSorted((a, b) => b.seatIds.length - a.seatIds.length)
    if (!largest) throw new Error(`${url} has no showtime that can be booked`)
    return largest
  },

  join: async (url, { showtimeId }, hear) => {
    const window = await aWindow(url, (push) => push.startsWith('42["seatsUpdated"') && hear())
    await window.ask('joinShowtime', showtimeId)
    return {
      hold: async (seatId) => (await window.ask('holdSeat', { showtimeId, seatId })).ok,
      release: (seatId) => window.ask('releaseSeat', { showtimeId, seatId }),
      close: window.close,
    }
  },
}

const MOST_LOOKED_AT = 40
