import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { type APIRequestContext, expect } from '@playwright/test'
import { createEmail, PASSWORD } from './steps.ts'

/** Creates a new account, signs it in by cookie and returns its id. */
export async function signInNewUser(request: APIRequestContext): Promise<string> {
  const email = createEmail()
  const account = { username: 'Asha Raman', email, password: PASSWORD }
  await expect(await request.post('/api/auth/signup', { data: account })).toBeOK()
  const response = await request.post('/api/auth/signin', { data: { email, password: PASSWORD } })
  const { user } = await response.json()
  return user._id
}

const getJson = async (request: APIRequestContext, path: string) => (await request.get(path)).json()

export const fetchSeats = (request: APIRequestContext, showtime: Showtime): Promise<Seat[]> =>
  getJson(request, `/api/seats/showtime/${showtime._id}`)

/** The two-wheeler slots of a showtime. */
export const fetchSlots = async (
  request: APIRequestContext,
  showtime: Showtime,
): Promise<ParkingSlot[]> =>
  (await getJson(request, `/api/parking/showtime/${showtime._id}`)).twoWheelerSlots

/** Returns the showtimes whose booking closes later than the given number of minutes from now. */
async function findShowtimes(request: APIRequestContext, minutes: number) {
  const movies: Movie[] = await getJson(request, '/api/movies')
  const showtimes = movies.flatMap((movie) => movie.showtimes as Showtime[])
  return showtimes.filter(
    ({ startTime, cutoffMinutes = 30 }) =>
      Date.parse(startTime) > Date.now() + (cutoffMinutes + minutes) * 60_000,
  )
}

/** Bookings are refunded in full until 4 hours before the start (S-410), and a test takes less than another hour. */
const MINUTES_FOR_FULL_REFUND = 5 * 60

/** Sorted by seats, smallest first. A test can cancel their bookings for a full refund. */
const findOpenShowtimes = async (request: APIRequestContext) =>
  (await findShowtimes(request, MINUTES_FOR_FULL_REFUND)).toSorted(
    (a, b) => a.seatsTotal - b.seatsTotal,
  )

export const findSmallestShowtime = async (request: APIRequestContext) =>
  required((await findOpenShowtimes(request)).at(0))

export const findLargestShowtime = async (request: APIRequestContext) =>
  required((await findOpenShowtimes(request)).at(-1))

/** A showtime that starts in two to six hours. `now` is the time of the server in epoch milliseconds. */
export async function findEveningShowtime(request: APIRequestContext, now: number) {
  const showtimes = await findShowtimes(request, Number.NEGATIVE_INFINITY)
  const hoursUntil = ({ startTime }: Showtime) => (Date.parse(startTime) - now) / 3_600_000
  return required(showtimes.find((one) => hoursUntil(one) > 2 && hoursUntil(one) < 6))
}

export async function findClosedShowtime(request: APIRequestContext) {
  const open = new Set((await findShowtimes(request, 0)).map(({ _id }) => _id))
  const all = await findShowtimes(request, Number.NEGATIVE_INFINITY)
  return required(all.find(({ _id }) => !open.has(_id)))
}

function required(showtime: Showtime | undefined) {
  if (!showtime) throw new Error('The sample catalogue has no such showtime')
  return showtime
}

/** Sells about fifty seats and some parking slots of a showtime to other users, unless an earlier call has sold them. */
export async function sellSomePlaces(request: APIRequestContext, showtime: Showtime) {
  const seats = await fetchSeats(request, showtime)
  const twoWheelerSlots = await fetchSlots(request, showtime)
  const scattered = seats.filter((_, index) => index % 7 < 2).slice(40, 90)
  if (scattered.some(({ status }) => status === 'SOLD')) return
  for (let from = 0; from < scattered.length; from += 10) {
    const slots = twoWheelerSlots.slice(from / 5, from / 5 + 1)
    await bookPlaces(request, showtime, { seats: scattered.slice(from, from + 10), slots })
  }
}

interface Places {
  seats: Seat[]
  slots?: ParkingSlot[]
}

/** Books the places for a new user and returns the id of the user. */
export async function bookPlaces(
  request: APIRequestContext,
  showtime: Showtime,
  { seats, slots = [] }: Places,
) {
  const userId = await signInNewUser(request)
  const response = await request.post('/api/bookings', {
    data: {
      movieId: showtime.movieId,
      showtimeId: showtime._id,
      userId,
      seatIds: seats.map(({ _id }) => _id),
      parkingSlotIds: slots.map(({ _id }) => _id),
      totalCost: [...seats, ...slots].reduce((sum, { price }) => sum + price, 0),
      phone: '98765 43210',
    },
  })
  await expect(response).toBeOK()
  return userId
}

export const fetchBookings = (request: APIRequestContext, userId: string) =>
  getJson(request, `/api/bookings/user/${userId}`)
