import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'

interface Answer {
  statusCode: number
  json: () => unknown
}
interface Caller {
  get: (url: string) => Promise<Answer>
  post: (url: string, body?: unknown) => Promise<Answer>
}

const PASSWORD = 'only the specification'

/** Signs up and in with what the specification sends, and no more. */
export async function signUpAndSignIn({ post }: Caller, email: string) {
  await post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })
  const answer = await post('/api/auth/signin', { email, password: PASSWORD })
  return (answer.json() as { user: { _id: string } }).user._id
}

/** The first film that can be booked, and two free seats of its first showtime. */
export async function findBookableSeat({ get }: Caller) {
  const movies = (await get('/api/movies')).json() as Movie[]
  const bookable = movies.flatMap((movie) =>
    (movie.showtimes as Showtime[])
      .slice(0, 1)
      .filter(({ startTime }) => Date.parse(startTime) - Date.now() > 3_600_000)
      .map(({ _id }) => ({ movieId: movie._id, showtimeId: _id })),
  )
  const [show] = bookable
  if (!show) throw new Error('Nothing can be booked')
  const seats = (await get(`/api/seats/showtime/${show.showtimeId}`)).json() as Seat[]
  return { ...show, seats: seats.filter(({ status }) => status === 'AVAILABLE').slice(0, 2) }
}

type Wish = Awaited<ReturnType<typeof findBookableSeat>>

/** Books without ever having held anything: no acknowledgement, no extra field, no key. */
export const postBooking = (
  { post }: Caller,
  userId: string,
  { movieId, showtimeId, seats }: Wish,
) =>
  post('/api/bookings', {
    movieId,
    showtimeId,
    userId,
    seatIds: seats.map(({ _id }) => _id),
    parkingSlotIds: [],
    totalCost: seats.reduce((sum, { price }) => sum + price, 0),
    phone: '9876543210',
  })

export const bookingOf = (answer: Answer) => (answer.json() as { booking: Booking }).booking
