import type { Booking } from '@marquee/contract/bookings/bookings'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Seat } from '@marquee/contract/seats/seats'

interface ApiResponse {
  statusCode: number
  json: () => unknown
}
interface Client {
  get: (url: string) => Promise<ApiResponse>
  post: (url: string, body?: unknown) => Promise<ApiResponse>
}

const PASSWORD = 'only the specification'

/** Signs up and in with the fields of the specification only. Returns the user's id. */
export async function signUpAndSignIn({ post }: Client, email: string) {
  await post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })
  const response = await post('/api/auth/signin', { email, password: PASSWORD })
  return (response.json() as { user: { _id: string } }).user._id
}

/** The showtimes that start in more than an hour. */
export async function loadOpenShowtimes({ get }: Pick<Client, 'get'>) {
  const movies = (await get('/api/movies')).json() as Movie[]
  return movies.flatMap(({ _id: movieId, showtimes }) =>
    (showtimes as Showtime[])
      .filter(({ startTime }) => Date.parse(startTime) - Date.now() > 3_600_000)
      .map(({ _id: showtimeId }) => ({ movieId, showtimeId })),
  )
}

export async function loadFreeSeats({ get }: Pick<Client, 'get'>, showtimeId: string) {
  const seats = (await get(`/api/seats/showtime/${showtimeId}`)).json() as Seat[]
  return seats.filter(({ status }) => status === 'AVAILABLE')
}

/** Finds two available seats of the first open showtime. */
export async function findBookableSeats(client: Client) {
  const [showtime] = await loadOpenShowtimes(client)
  if (!showtime) throw new Error('No movie is bookable')
  return { ...showtime, seats: (await loadFreeSeats(client, showtime.showtimeId)).slice(0, 2) }
}

type BookableSeats = Awaited<ReturnType<typeof findBookableSeats>>

/** Books seats that are not held, with the fields of the specification only. */
export const postBooking = <Response>(
  { post }: { post: (url: string, body: object) => Promise<Response> },
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

export const bookingOf = (response: ApiResponse) =>
  (response.json() as { booking: Booking }).booking
