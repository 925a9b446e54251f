import type { BookingRequest } from '@marquee/contract/bookings'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Checkout, storeCheckout } from '#features/checkout/checkout.ts'
import { session, useSession } from '#features/session/session.store.ts'
import * as fake from '#test/fake-socket.ts'
import {
  asha,
  createBooking,
  createSeat,
  createSlot,
  HOLD_UNTIL,
  movie,
  showtime,
} from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { createSlots } from '#test/seat-screen.tsx'
import { PaymentPage } from './payment.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const mockApi = startMockApi()
const booking = createBooking({ bookingReference: 'MQ-7KX2P9QRTA' })

beforeEach(() => {
  fake.resetFakeSocket()
  sessionStorage.clear()
  session.setUser(asha)
})

const createCheckout = (changes: Partial<Checkout['bookingData']> = {}): Checkout => ({
  bookingData: {
    showtimeId: 's1',
    movieId: 'm1',
    seats: ['A1', 'A2'],
    parkingSlots: [{ slotId: 'T1', vehicleNumber: 'TN01AB1234' }],
    phone: '98765 43210',
    phoneVerified: true,
    totalCost: 410,
    holdUntil: HOLD_UNTIL,
    ...changes,
  },
  movieDetails: movie,
  showtimeDetails: showtime,
  selectedSeats: [createSeat('A1'), createSeat('A2')],
  selectedParking: { twoWheeler: [createSlot('T1')], fourWheeler: [] },
  idempotencyKey: 'one key per order',
})
const openPayment = (state?: unknown) =>
  renderPages({ to: '/payment-new', state, pages: { '/payment-new': <PaymentPage /> } })
const payButton = () => screen.findByRole('button', { name: /^Complete Payment/ })
const findOrder = () => screen.findByRole('region', { name: 'Order Summary' })
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Opens the page and clicks Complete Payment. The attempts get these responses in order. */
async function pay(...responses: (() => MockResponse | Promise<MockResponse>)[]) {
  const attempts: { key: string | null; body: BookingRequest }[] = []
  mockApi.use(
    http.post('*/api/bookings', async ({ request }) => {
      const body = (await request.json()) as BookingRequest
      attempts.push({ key: request.headers.get('idempotency-key'), body })
      return (await responses[attempts.length - 1]?.()) ?? HttpResponse.error()
    }),
  )
  storeCheckout(createCheckout())
  const user = openPayment()
  expect((await payButton()).textContent).toBe('Complete Payment (₹410)')
  await user.click(await payButton())
  const answer = async (dialog: string, button: string) =>
    user.click((await findDialog(dialog)).getByRole('button', { name: button }))
  return { attempts, answer }
}
const paid = () => HttpResponse.json({ success: true, booking })
const unauthenticated = () => errorResponse(401, 'UNAUTHENTICATED', 'No.')
const answerRenewal = (response: () => MockResponse) =>
  mockApi.use(http.post('*/api/auth/refresh-token', response))

test('the page shows the user, the order of the navigation state and disabled card fields [R-1.9][R-2.67][R-2.68][R-2.71][R-2.72][R-2.73][R-2.77][R-3.22][R-4.24]', async () => {
  openPayment({
    ...createCheckout(),
    selectedParking: { twoWheeler: createSlots('T1', 'T2'), fourWheeler: createSlots('F1') },
  })

  await screen.findByRole('heading', { name: 'Complete Your Payment' })
  screen.getByText('Signed in as Asha')
  screen.getByText(/Time remaining to complete payment/)
  const order = await findOrder()
  for (const text of [
    'Amaran',
    'Screen 2',
    'Tue, 1 Dec 2099, 6:30 PM',
    'SeatsA1, A2',
    'Seats (2)₹360',
    'Two Wheeler Parking (2 × ₹50)₹100',
    'Four Wheeler Parking (1 × ₹100)₹100',
    'Total Cost₹410',
    'Phone98765 43210 Verified',
    asha.email,
  ]) {
    expect(order.textContent).toContain(text)
  }
  screen.getByText('This is a demonstration: no card is needed and no money is taken.')
  for (const name of ['Card number', 'Expiration date', 'CVC', 'Cardholder name']) {
    expect(screen.getByLabelText(name).matches(':disabled')).toBe(true)
  }
  expect(screen.getByLabelText('Card number')).toHaveProperty('placeholder', '4242 4242 4242 4242')
})

test('an order without a price, a verified phone and holdUntil costs 150 rupees a seat and shows no verified mark and no countdown [R-2.70][R-3.8][R-3.21][R-9.6]', async () => {
  const { price: _, ...withoutPrice } = createSeat('A2')
  openPayment({
    ...createCheckout({
      phone: '',
      phoneVerified: false,
      parkingDetails: { phone: '91234 56789' },
      holdUntil: undefined,
    }),
    selectedSeats: [createSeat('A1'), withoutPrice],
  })

  const { textContent } = await findOrder()
  expect(textContent).toContain('91234 56789')
  expect(textContent).toContain('₹330')
  expect(textContent).not.toContain('Verified')
  expect(screen.queryByText(/Time remaining/)).toBeNull()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('Go Back goes back one page [R-2.74]', async () => {
  const user = renderPages({
    to: '/tickets/m1/s1',
    pages: {
      '/tickets/:movieId/:showtimeId': (
        <Link to="/payment-new" state={createCheckout()}>
          Proceed
        </Link>
      ),
      '/payment-new': <PaymentPage />,
    },
  })
  await user.click(screen.getByRole('link', { name: 'Proceed' }))
  await payButton()

  await user.click(screen.getByRole('button', { name: 'Go Back' }))

  await screen.findByRole('link', { name: 'Proceed' })
})

test('the page without an order leads to the homepage [R-5.11]', async () => {
  const user = openPayment()

  const dialog = await findDialog('No Booking Data')
  dialog.getByText('No booking information found. Please select seats first.')
  await user.click(dialog.getByRole('button', { name: 'OK' }))

  expect(screen.getByText(/You are at \/ /)).toBeTruthy()
})

test('the page without a session leads to sign-in [R-5.12]', async () => {
  session.clearUser()
  const user = openPayment(createCheckout())

  const dialog = await findDialog('Sign In Required')
  dialog.getByText('Please sign in to complete your booking')
  await user.click(dialog.getByRole('button', { name: 'Sign In' }))

  expect(screen.getByText('You are at /sign-in with {"from":"/payment-new"}')).toBeTruthy()
})

test('the page leads to the homepage and removes the order after the deadline [R-4.30][R-9.15]', async () => {
  const user = openPayment(createCheckout({ holdUntil: '2020-01-01T00:00:00.000Z' }))

  const dialog = await findDialog('Session Expired')
  await user.click(dialog.getByRole('button', { name: 'Return to Homepage' }))

  expect(screen.getByText(/You are at \/ /)).toBeTruthy()
  expect(sessionStorage.length).toBe(0)
})

test('payment sends the stored order with its key, shows the reference and leads to the bookings [R-2.75][R-2.77][R-3.17][R-4.25][R-8.26]', async () => {
  const { attempts, answer } = await pay(paid)

  expect(await screen.findByText('Booking Reference: MQ-7KX2P9QRTA')).toBeTruthy()
  expect(sessionStorage.length).toBe(0)
  await answer('Payment Successful!', 'View My Bookings')

  expect(screen.getByText(/You are at \/profile/)).toBeTruthy()
  expect(attempts).toEqual([
    {
      key: 'one key per order',
      body: {
        movieId: 'm1',
        showtimeId: 's1',
        userId: asha._id,
        seatIds: ['A1', 'A2'],
        parkingSlotIds: ['T1'],
        totalCost: 410,
        phone: '98765 43210',
        parkingSlots: [{ slotId: 'T1', vehicleNumber: 'TN01AB1234' }],
      },
    },
  ])
})

test('the buttons are disabled until payment is answered, and a failed payment is repeated with the same key [R-2.76][R-4.24][R-8.23]', async () => {
  const processing = Promise.withResolvers<MockResponse>()
  const { attempts, answer } = await pay(() => processing.promise, paid)

  for (const name of ['Processing...', 'Go Back']) {
    expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', true)
  }
  processing.resolve(errorResponse(503, 'UNAVAILABLE', 'The cinema is busy.'))
  await screen.findByText('The cinema is busy.')
  await answer('Payment Failed', 'Try Again')

  await findDialog('Payment Successful!')
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(1)
})

test('payment fails if the answer has no reference [R-7.6][R-8.24]', async () => {
  await pay(() => HttpResponse.json({ success: true }))

  await screen.findByText('Failed to create booking')
})

test.each([
  ['401', unauthenticated],
  ['403', () => errorResponse(403, 'FORBIDDEN', 'No.')],
])('a %s renews the session and offers to try again [R-4.26][R-8.21]', async (_status, refuse) => {
  answerRenewal(() => HttpResponse.json({ success: true }))
  const { answer } = await pay(refuse, paid)

  await answer('Session Refreshed', 'Try Again')

  await findDialog('Payment Successful!')
})

test('a session that cannot be renewed leads to sign-in and keeps the order [R-4.27][R-8.22]', async () => {
  answerRenewal(unauthenticated)
  const { answer } = await pay(unauthenticated)

  expect(await screen.findByText('Your session has expired. Please sign in again.')).toBeTruthy()
  await answer('Session Expired', 'Sign In')

  await screen.findByText(/You are at \/sign-in with {"from":"\/payment-new"}/)
  await waitFor(() => expect(useSession.getState().currentUser).toBeNull())
  expect(sessionStorage.getItem('booking:s1')).not.toBeNull()
})

test('a corrected total is paid with another key', async () => {
  const mismatch = { code: 'PRICE_MISMATCH', message: 'The total is ₹430.', totalCost: 430 }
  const { attempts, answer } = await pay(
    () => HttpResponse.json({ success: false, ...mismatch }, { status: 409 }),
    paid,
  )

  await answer('Payment Failed', 'Try Again')
  await findDialog('Payment Successful!')

  expect(attempts[1]?.body.totalCost).toBe(430)
  expect(attempts[1]?.key).not.toBe(attempts[0]?.key)
})

test('a taken seat offers to choose other seats', async () => {
  const { answer } = await pay(() => errorResponse(409, 'TAKEN', 'A1 has just been taken.'))

  await answer('Payment Failed', 'Choose Other Seats')

  expect(screen.getByText(/You are at \/tickets\/m1\/s1/)).toBeTruthy()
})
