import { beforeAll, expect, test } from 'vitest'
import { signUpAndSignIn } from '#test/support/booking-flow.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

const UNREADABLE = 'We could not read that request.'
const NO_SEATS = 'Please select at least one seat to continue.'
const NO_PHONE = 'Phone number is required for booking. Please enter your phone number.'
const INVALID_PHONE = 'Please enter a valid phone number (10-15 digits).'
const INVALID_VEHICLE = 'Please enter a valid vehicle number (e.g., TN01AB1234).'
const NO_EMAIL = 'Please enter a valid email address.'
const NO_USERNAME = 'Please enter a username.'
const NO_QUESTION = 'Please enter your question.'

describeContext('an invalid request', (context) => {
  let browser: ReturnType<typeof createBrowser>
  let userId: string
  beforeAll(async () => {
    browser = createBrowser((await createTestApp(context().ctx)).app)
    userId = await signUpAndSignIn(browser, 'asha@example.com')
  })

  const order = (changes: object) => ({
    movieId: 'm',
    showtimeId: 's',
    userId,
    seatIds: ['a'],
    parkingSlotIds: [],
    totalCost: 150,
    phone: '9876543210',
    ...changes,
  })
  const vehicles = (vehicleNumber: unknown) => [{ slotId: 'p', vehicleNumber }]
  const elevenSeats = Array.from({ length: 11 }, (_, n) => `seat ${n}`)

  test.each([
    ['no seats', { seatIds: [] }, NO_SEATS],
    ['seats that are missing', { seatIds: undefined }, NO_SEATS],
    ['eleven seats', { seatIds: elevenSeats }, 'You can choose up to 10 seats for one show.'],
    ['an empty phone', { phone: '' }, NO_PHONE],
    ['a phone that is missing', { phone: undefined }, NO_PHONE],
    ['a phone with letters', { phone: 'call me' }, INVALID_PHONE],
    ['an invalid vehicle number', { parkingSlots: vehicles('no plate') }, INVALID_VEHICLE],
    ['a vehicle number that is missing', { parkingSlots: vehicles(null) }, INVALID_VEHICLE],
    ['a total that is no number', { totalCost: '150' }, UNREADABLE],
    ['a seat id that is no text', { seatIds: [{ id: 1 }] }, UNREADABLE],
  ])(
    'of a booking with %s is answered with a sentence of the product [R-5.2][R-5.3][R-5.4][R-5.9]',
    async (_, changes, message) => {
      const response = await browser.post('/api/bookings', order(changes))

      expect(response.json()).toMatchObject({
        success: false,
        statusCode: 400,
        code: 'INVALID',
        message,
      })
    },
  )

  test.each([
    ['/api/auth/signup', {}, NO_USERNAME],
    ['/api/auth/signup', { username: 'Asha', email: 5, password: 'a train, stolen' }, NO_EMAIL],
    ['/api/auth/signin', { password: 'a train, stolen' }, NO_EMAIL],
    ['/api/auth/signin', { email: 'asha@example.com' }, 'Please enter your password.'],
    ['/api/auth/google', { name: 'Asha' }, UNREADABLE],
    ['/api/faq/ask', { userEmail: 'asha@example.com' }, NO_QUESTION],
    ['/api/contact/submit', { name: 'Asha', email: 'asha' }, NO_EMAIL],
    ['/api/contact/submit', null, UNREADABLE],
  ])(
    'to %s with the body %j is answered with a sentence of the product',
    async (path, body, message) => {
      const response = await browser.post(path, body ?? undefined)

      expect(response.json()).toMatchObject({ statusCode: 400, message })
    },
  )

  test.each(['/api/bookings', '/api/user/update/any', '/api/user/verify-phone'])(
    'to %s is answered with 401 when signed out [R-6.3]',
    async (path) => {
      const visitor = createBrowser((await createTestApp(context().ctx)).app)

      expect((await visitor.post(path, { seatIds: 'none' })).json()).toMatchObject({
        statusCode: 401,
        message: 'Please sign in.',
      })
    },
  )
})
