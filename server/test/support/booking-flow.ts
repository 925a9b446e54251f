import type { Booking } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'

interface Answer {
  statusCode: number
  json: () => unknown
}
interface Client {
  get: (url: string) => Promise<Answer>
  post: (url: string, body?: unknown) => Promise<Answer>
}

const PASSWORD = 'only the specification'

/** Signs up and in with the fields of the specification only. Returns the user's id. */
export async function signUpAndSignIn({ post }: Client, email: string) {
  await post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })
  const answer = await post('/api/auth/signin', { email, password: PASSWORD })
  return (answer.json() as { user: { _id: string } }).user._id
}

/** Finds the first bookable movie and two available seats of its first showtime. */
export async function findBookableSeat({ get }: Client) {
  const movies = (await get('/api/movies')).json() as Movie[]
  const bookable = movies.flatMap((movie) =>
    (movie.showtimes as Showtime[])
      .slice(0, 1)
      .filter(({ startTime }) => Date.parse(startTime) - Date.now() > 3_600_000)
      .map(({ _id }) => ({ movieId: movie._id, showtimeId: _id })),
  )
  const [showtime] = bookable
  if (!showtime) throw new Error('No movie is bookable')
  const seats = (await get(`/api/seats/showtime/${showtime.showtimeId}`)).json() as Seat[]
  return { ...showtime, seats: seats.filter(({ status }) => status === 'AVAILABLE').slice(0, 2) }
}

type BookableSeats = Awaited<ReturnType<typeof findBookableSeat>>

/** Books seats that are not held, with the fields of the specification only. */
export const postBooking = (
  { post }: Client,
  userId: string,
  { movieId, showtimeId, seats }: BookableSeats,
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
