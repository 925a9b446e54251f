import type { Seat } from '@marquee/contract/seats/seats'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { loadCatalogue } from '../src/catalogue/apply/load-catalogue.ts'
import { extendSchedule } from '../src/catalogue/schedule/schedule.ts'

const TEXT = expect.any(String)
const NUMBER = expect.any(Number)
const STATUS = expect.stringMatching(/^(AVAILABLE|HELD|SOLD)$/)
const ID = expect.stringMatching(/./)
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

const POSTER = expect.stringMatching(/^\/posters\/[\w-]+\.jpg$/)

/** The fields of section 3 of the specification. */
const MOVIE = {
  _id: ID,
  name: TEXT,
  genre: TEXT,
  cast: expect.any(Array),
  summary: TEXT,
  ratings: NUMBER,
  votes: NUMBER,
  screen: TEXT,
  language: TEXT,
  timing: TEXT,
  imageUrl: expect.stringMatching(/^[\w-]+\.jpg$/),
  poster: POSTER,
  duration: NUMBER,
  rating: TEXT,
  showtimes: expect.any(Array),
}
const SHOWTIME = {
  _id: ID,
  screen: TEXT,
  startTime: INSTANT,
  date: /^\d{4}-\d\d-\d\d$/,
}
const SEAT = {
  _id: ID,
  seatNumber: expect.stringMatching(/^[A-Z]+\d+$/),
  category: expect.stringMatching(
    /^(Standard|STANDARD|Gold|Silver|PREMIUM|Premium|Platinum|VIP|Diamond|Balcony)$/,
  ),
  status: STATUS,
  price: NUMBER,
}
const slotOf = (type: string) => ({ _id: ID, slotNumber: TEXT, type, status: STATUS })
const ASHA = {
  username: 'Asha',
  phone: null,
  phoneVerified: false,
  profilePicture: expect.stringMatching(/^\/.+/),
}

describeContext('calls of the specification', (context) => {
  let client: ReturnType<typeof createBrowser>

  beforeAll(async () => {
    await loadCatalogue(context().ctx)
    await extendSchedule(context().ctx)
  })
  beforeEach(async () => {
    client = createBrowser((await createTestApp(context().ctx)).app)
  })

  const read = async (path: string) => (await client.get(path)).json()

  test('a client of the specification reads all movies and each movie with their fields and a poster path [R-3.1][R-3.4][R-7.2]', async () => {
    const movies = await read('/api/movies')

    expect(movies.length).toBeGreaterThan(0)
    for (const movie of movies) expect(movie).toMatchObject(MOVIE)
    expect(await read(`/api/movies/${movies[0]._id}`)).toMatchObject(MOVIE)
  })

  test('a client of the specification reads a showtime, its seats with cache parameters, and its slots [R-3.5][R-3.7][R-3.9][R-7.3][R-7.4]', async () => {
    const { showtimeId } = await findBookableSeats(client)

    const showtime = await read(`/api/showtimes/${showtimeId}`)
    const seats = await read(
      `/api/seats/showtime/${showtimeId}?_t=1764576000000&_r=0.123&nocache=true`,
    )
    const parking = await read(`/api/parking/showtime/${showtimeId}`)

    expect(showtime).toMatchObject({ ...SHOWTIME, date: expect.stringMatching(SHOWTIME.date) })
    expect(seats.length).toBeGreaterThan(0)
    for (const seat of seats) expect(seat).toMatchObject(SEAT)
    expect(Object.keys(parking)).toEqual(['twoWheelerSlots', 'fourWheelerSlots'])
    for (const slot of parking.twoWheelerSlots) expect(slot).toMatchObject(slotOf('twoWheeler'))
    for (const slot of parking.fourWheelerSlots) expect(slot).toMatchObject(slotOf('fourWheeler'))
  })

  test('a client of the specification signs up and in and gets the user without a password [R-3.10][R-3.11][R-7.7]', async () => {
    const email = 'asha@example.com'
    const credentials = { email, password: 'only the specification' }

    const signedUp = await client.post('/api/auth/signup', { username: 'Asha', ...credentials })
    expect(signedUp.json()).toMatchObject({ success: true })
    const wrong = await client.post('/api/auth/signin', { email, password: 'another' })
    expect(wrong.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) })
    const signedIn = await client.post('/api/auth/signin', credentials)

    expect(signedIn.json()).toMatchObject({
      success: true,
      message: expect.stringMatching(/./),
      user: { _id: ID, email, ...ASHA },
    })
    expect(signedIn.body).not.toContain(credentials.password)
  })

  test('a client of the specification refreshes its session and loses it on sign-out [R-6.7][R-7.9]', async () => {
    const userId = await signUpAndSignIn(client, 'bala@example.com')

    expect((await client.post('/api/auth/refresh-token', { userId })).json()).toBeTruthy()
    expect((await client.get('/api/auth/signout')).statusCode).toBe(200)

    expect([...client.jar.keys()].join()).not.toMatch(/access|refresh/)
    expect((await client.get(`/api/bookings/user/${userId}`)).statusCode).toBe(401)
  })

  test('a client of the specification updates a profile with an empty password [R-5.15][R-7.10]', async () => {
    const email = 'chitra@example.com'
    const userId = await signUpAndSignIn(client, email)
    const update = (phone: string) =>
      client.post(`/api/user/update/${userId}`, { username: 'Chitra', email, phone, password: '' })

    const saved = { _id: userId, username: 'Chitra', phone: '9876543210' }
    expect((await update('9876543210')).json()).toMatchObject(saved)
    expect((await update('call me')).json()).toMatchObject({
      success: false,
      message: 'Please enter a valid phone number (10-15 digits).',
    })
  })

  test('a client of the specification deletes its account once, and gets a message the second time [R-7.11]', async () => {
    const userId = await signUpAndSignIn(client, 'devi@example.com')
    const remove = () => client.call('DELETE', `/api/user/delete/${userId}`)

    expect((await remove()).json()).toMatchObject({ success: true })
    expect((await remove()).json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/./),
    })
  })

  test('a client of the specification books without a hold or phone and reads the booking with its fields [R-1.2][R-1.8][R-3.15][R-3.17][R-7.5][R-7.12]', async () => {
    const userId = await signUpAndSignIn(client, 'esha@example.com')
    const { movieId, showtimeId, seats } = await findBookableSeats(client)
    const { twoWheelerSlots } = await read(`/api/parking/showtime/${showtimeId}`)
    const seatIds = seats.map(({ _id }) => _id)

    const response = await client.post('/api/bookings', {
      movieId,
      showtimeId,
      userId,
      seatIds,
      phone: null,
      parkingSlotIds: [twoWheelerSlots[0]._id],
      totalCost: seats.reduce((sum, { price }) => sum + price, 50),
    })

    const { bookingReference } = bookingOf(response)
    expect(await read(`/api/bookings/user/${userId}`)).toMatchObject([
      {
        _id: ID,
        movieId: { name: TEXT, genre: TEXT, duration: NUMBER, imageUrl: TEXT, image: POSTER },
        showtimeId: { date: TEXT, startTime: INSTANT, screen: TEXT },
        seats: seats.map(({ seatNumber }) => ({ seatNumber })),
        parkingSlots: [{ slotNumber: twoWheelerSlots[0].slotNumber }],
        phone: null,
        bookingReference,
        totalCost: NUMBER,
        paymentStatus: 'Paid',
        createdAt: INSTANT,
      },
    ])
    const listed: Seat[] = await read(`/api/seats/showtime/${showtimeId}`)
    const sold = listed.filter(({ status }) => status === 'SOLD').map(({ _id }) => _id)
    expect(sold.toSorted()).toEqual(seatIds.toSorted())
  })

  test('a client of the specification reads seats but cannot book while signed out [R-1.1][R-6.4]', async () => {
    const selection = await findBookableSeats(client)

    expect((await client.get(`/api/seats/showtime/${selection.showtimeId}`)).statusCode).toBe(200)
    expect((await postBooking(client, 'another-user', selection)).statusCode).toBe(401)
  })
})
