import type { Movie } from '@marquee/contract/movies'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

const PASSWORD = 'a row of one’s own'

let people = 0

/** A new person with an account, signed in by cookie; gives their id. */
export async function signInNewUser(request: APIRequestContext) {
  people += 1
  const email = `asha.${people}.${Date.now()}@example.com`
  const account = { username: 'Asha Raman', email, password: PASSWORD }
  await expect(await request.post('/api/auth/signup', { data: account })).toBeOK()
  const answer = await request.post('/api/auth/signin', { data: { email, password: PASSWORD } })
  const { user } = await answer.json()
  return user._id as string
}

const isOpen = ({ startTime, cutoffMinutes = 30 }: Showtime) =>
  Date.parse(startTime) - cutoffMinutes * 60_000 > Date.now() + 3_600_000

/** Showtimes that stay open for an hour yet, those of the largest hall first. */
async function openShows(request: APIRequestContext) {
  const movies: Movie[] = await (await request.get('/api/movies')).json()
  const shows = movies.flatMap(({ showtimes }) => showtimes as Showtime[]).filter(isOpen)
  return shows.toSorted((one, other) => other.seatsTotal - one.seatsTotal)
}

export const findLargestShowtime = async (request: APIRequestContext) =>
  known((await openShows(request)).at(0))

export const findSmallestShowtime = async (request: APIRequestContext) =>
  known((await openShows(request)).at(-1))

function known(show: Showtime | undefined) {
  if (!show) throw new Error('The sample programme has no open show')
  return show
}

export const seatScreenPath = ({ movieId, _id }: Showtime) => `/tickets/${movieId}/${_id}`

/** Sells every so manieth seat of a show, and some of its parking, to somebody else. */
export async function sellSomePlaces(request: APIRequestContext, show: Showtime, every = 7) {
  const seats: Seat[] = await (await request.get(`/api/seats/showtime/${show._id}`)).json()
  const { twoWheelerSlots }: { twoWheelerSlots: ParkingSlot[] } = await (
    await request.get(`/api/parking/showtime/${show._id}`)
  ).json()
  const wanted = seats.filter((_, place) => place % every < every / 3).slice(40, 90)
  for (let from = 0; from < wanted.length; from += 10) {
    await bookPlaces(
      request,
      show,
      wanted.slice(from, from + 10),
      twoWheelerSlots.slice(from / 5, from / 5 + 1),
    )
  }
}

/** Books these places for a person who is enrolled for it. */
export async function bookPlaces(
  request: APIRequestContext,
  show: Showtime,
  seats: Seat[],
  slots: ParkingSlot[] = [],
) {
  const userId = await signInNewUser(request)
  const cost = [...seats, ...slots].reduce((sum, { price }) => sum + price, 0)
  const answer = await request.post('/api/bookings', {
    data: {
      movieId: show.movieId,
      showtimeId: show._id,
      userId,
      seatIds: seats.map(({ _id }) => _id),
      parkingSlotIds: slots.map(({ _id }) => _id),
      totalCost: cost,
      phone: '98765 43210',
    },
  })
  await expect(answer).toBeOK()
}

/** Chooses the nth free seat of a tier in the middle of the hall, and waits for the server's word. */
export async function selectNthSeat(page: Page, tier: string, nth: number) {
  const seat = page.getByRole('button', { name: new RegExp(`^Row .*, ${tier}, .* available$`) })
  const name = await seat.nth(nth).getAttribute('aria-label')
  await seat.nth(nth).press('Enter')
  const chosen = name?.replace('available', 'selected') ?? ''
  await expect(page.getByRole('button', { name: chosen, exact: true })).toBeVisible()
}
