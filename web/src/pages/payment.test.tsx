import type { BookingRequest } from '@marquee/contract/bookings'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Link } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
import { PaymentPage } from './payment.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const boxOffice = startMockApi()
const booking = createBooking({ bookingReference: 'MQ-7KX2P9QRTA' })

beforeEach(() => {
  fake.resetFakeSocket()
  sessionStorage.clear()
  session.signedInAs(asha)
})

const aCheckout = (holdUntil = HOLD_UNTIL): Checkout => ({
  bookingData: {
    showtimeId: 's1',
    movieId: 'm1',
    seats: ['A1', 'A2'],
    parkingSlots: [{ slotId: 'T1', vehicleNumber: 'TN01AB1234' }],
    phone: '98765 43210',
    phoneVerified: true,
    totalCost: 410,
    holdUntil,
  },
  movieDetails: movie,
  showtimeDetails: showtime,
  selectedSeats: [createSeat('A1'), createSeat('A2')],
  selectedParking: { twoWheeler: [createSlot('T1')], fourWheeler: [] },
  idempotencyKey: 'one key for one order',
})
const arrive = (state?: unknown) =>
  renderPages({ to: '/payment-new', state, pages: { '/payment-new': <PaymentPage /> } })
const payButton = () => screen.findByRole('button', { name: /^Complete Payment/ })

/** Answers one attempt after the other, and writes down what each one asked for. */
function answerPayments(...answers: (() => MockResponse)[]) {
  const attempts: { key: string | null; body: BookingRequest }[] = []
  boxOffice.use(
    http.post('*/api/bookings', async ({ request }) => {
      const body = (await request.json()) as BookingRequest
      attempts.push({ key: request.headers.get('idempotency-key'), body })
      return answers[attempts.length - 1]?.() ?? HttpResponse.error()
    }),
  )
  return attempts
}
const paid = () => HttpResponse.json({ success: true, booking })
const press = async (person: ReturnType<typeof renderPages>, dialog: string, button: string) => {
  const shown = within(await screen.findByRole('dialog', { name: dialog }))
  await person.click(shown.getByRole('button', { name: button }))
}

describe('the order', () => {
  test('is told in full, from navigation state [R-2.68][R-2.71][R-2.77][R-3.22]', async () => {
    arrive(aCheckout())

    const order = within(await screen.findByRole('region', { name: 'Order Summary' }))
    for (const text of ['Amaran', 'Screen 2', 'A1, A2', '₹360', '₹50', '₹410', 'Verified']) {
      expect(order.getByText(text)).toBeTruthy()
    }
    expect(order.getByText(/Tue, 1 Dec 2099, 6:30 PM/)).toBeTruthy()
    expect(order.getByText(asha.email)).toBeTruthy()
    expect(screen.getByText(/Time remaining to complete payment/)).toBeTruthy()
    expect(screen.getByLabelText('Card number').matches(':disabled')).toBe(true)
  })

  test('says whose it is, counts and prices parking, and has nothing to pay with [R-1.9][R-2.67][R-2.72][R-2.73][R-4.24]', async () => {
    const order = aCheckout()
    arrive({
      ...order,
      selectedParking: {
        twoWheeler: [createSlot('T1'), createSlot('T2')],
        fourWheeler: [createSlot('F1')],
      },
    })

    await screen.findByRole('heading', { name: 'Complete Your Payment' })
    screen.getByText('Signed in as Asha')
    const summary = screen.getByRole('region', { name: 'Order Summary' })
    for (const words of [
      'Two Wheeler Parking (2 × ₹50)₹100',
      'Four Wheeler Parking (1 × ₹100)₹100',
      'Phone98765 43210',
    ]) {
      expect(summary.textContent).toContain(words)
    }
    const fields = ['Card number', 'Expiration date', 'CVC', 'Cardholder name'].map((name) =>
      screen.getByLabelText<HTMLInputElement>(name),
    )
    expect(fields.every((field) => field.matches(':disabled'))).toBe(true)
    expect(fields[0]?.placeholder).toBe('4242 4242 4242 4242')
    screen.getByText('This is a demonstration: no card is needed and no money is taken.')
  })

  test('that names no price for a seat counts it as 150 rupees [R-3.8][R-9.6]', async () => {
    const { price: _, ...unpriced } = createSeat('A2')
    arrive({ ...aCheckout(), selectedSeats: [createSeat('A1'), unpriced] })

    const order = within(await screen.findByRole('region', { name: 'Order Summary' }))
    order.getByText('₹330')
  })

  test('with a phone that only the parking knows shows that, without a mark [R-3.21]', async () => {
    const { bookingData, ...rest } = aCheckout()
    const parkingDetails = { phone: '91234 56789' }
    arrive({
      ...rest,
      bookingData: { ...bookingData, phone: '', phoneVerified: false, parkingDetails },
    })

    const order = within(await screen.findByRole('region', { name: 'Order Summary' }))
    order.getByText('91234 56789')
    expect(order.queryByText('Verified')).toBeNull()
  })

  test('that is held for no time has no clock [R-2.70]', async () => {
    const { bookingData, ...rest } = aCheckout()
    const { holdUntil: _, ...timeless } = bookingData
    arrive({ ...rest, bookingData: timeless })

    await payButton()
    expect(screen.queryByText(/Time remaining/)).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test('can be gone back from, by one page [R-2.74]', async () => {
    const person = renderPages({
      to: '/tickets/m1/s1',
      pages: {
        '/tickets/:movieId/:showtimeId': (
          <Link to="/payment-new" state={aCheckout()}>
            Proceed
          </Link>
        ),
        '/payment-new': <PaymentPage />,
      },
    })
    await person.click(screen.getByRole('link', { name: 'Proceed' }))
    await payButton()

    await person.click(screen.getByRole('button', { name: 'Go Back' }))

    await screen.findByRole('link', { name: 'Proceed' })
  })

  test('outlives a reload [R-2.75][R-2.77]', async () => {
    storeCheckout(aCheckout())
    arrive()

    expect(await payButton()).toHaveProperty('textContent', 'Complete Payment (₹410)')
  })

  test('that is not there leads home [R-5.11]', async () => {
    const person = arrive()

    expect(
      await screen.findByText('No booking information found. Please select seats first.'),
    ).toBeTruthy()
    await press(person, 'No Booking Data', 'OK')

    expect(screen.getByText(/You are at \/ /)).toBeTruthy()
  })

  test('waits for whoever has to sign in first [R-5.12]', async () => {
    session.signedOut()
    const person = arrive(aCheckout())

    expect(await screen.findByText('Please sign in to complete your booking')).toBeTruthy()
    await press(person, 'Sign In Required', 'Sign In')

    expect(screen.getByText('You are at /sign-in with {"from":"/payment-new"}')).toBeTruthy()
  })

  test('whose time is over leads home [R-4.30][R-9.15]', async () => {
    const person = arrive(aCheckout('2020-01-01T00:00:00.000Z'))

    await press(person, 'Session Expired', 'Return to Homepage')

    expect(screen.getByText(/You are at \/ /)).toBeTruthy()
    expect(sessionStorage.length).toBe(0)
  })
})

describe('paying', () => {
  test('sends the order with its key, names the reference and leads to the bookings [R-3.17][R-4.25][R-8.26]', async () => {
    storeCheckout(aCheckout())
    const attempts = answerPayments(paid)
    const person = arrive()

    await person.click(await payButton())
    expect(await screen.findByText('Booking Reference: MQ-7KX2P9QRTA')).toBeTruthy()
    expect(sessionStorage.length).toBe(0)
    await press(person, 'Payment Successful!', 'View My Bookings')

    expect(screen.getByText(/You are at \/profile/)).toBeTruthy()
    expect(attempts).toEqual([
      {
        key: 'one key for one order',
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

  test('says Processing... and takes no other press while it is under way [R-2.76][R-4.24]', async () => {
    const processing = Promise.withResolvers<MockResponse>()
    boxOffice.use(http.post('*/api/bookings', () => processing.promise))
    const person = arrive(aCheckout())

    await person.click(await payButton())

    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(screen.getByRole('button', { name: 'Go Back' })).toHaveProperty('disabled', true)
    processing.resolve(paid())
    await screen.findByRole('dialog', { name: 'Payment Successful!' })
  })

  test('a failure can be tried again, under the same key [R-8.23]', async () => {
    const attempts = answerPayments(
      () => errorResponse(503, 'UNAVAILABLE', 'The cinema is busy.'),
      paid,
    )
    const person = arrive(aCheckout())

    await person.click(await payButton())
    expect(await screen.findByText('The cinema is busy.')).toBeTruthy()
    await press(person, 'Payment Failed', 'Try Again')

    await screen.findByRole('dialog', { name: 'Payment Successful!' })
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1)
  })

  test('an answer without a reference is no booking [R-7.6][R-8.24]', async () => {
    answerPayments(() => HttpResponse.json({ success: true }))
    const person = arrive(aCheckout())

    await person.click(await payButton())

    expect(await screen.findByText('Failed to create booking')).toBeTruthy()
  })

  test.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ] as const)(
    'a %d is renewed, and the person asked to try again [R-4.26][R-8.21]',
    async (status, code) => {
      answerPayments(() => errorResponse(status, code, 'No.'), paid)
      boxOffice.use(
        http.post('*/api/auth/refresh-token', () => HttpResponse.json({ success: true })),
      )
      const person = arrive(aCheckout())

      await person.click(await payButton())
      await press(person, 'Session Refreshed', 'Try Again')

      expect(await screen.findByRole('dialog', { name: 'Payment Successful!' })).toBeTruthy()
    },
  )

  test('a session that cannot be renewed leads to the door, and the order is kept [R-4.27][R-8.22]', async () => {
    answerPayments(() => errorResponse(401, 'UNAUTHENTICATED', 'No.'))
    boxOffice.use(
      http.post('*/api/auth/refresh-token', () => errorResponse(401, 'UNAUTHENTICATED', 'No.')),
    )
    storeCheckout(aCheckout())
    const person = arrive()

    await person.click(await payButton())
    expect(await screen.findByText('Your session has expired. Please sign in again.')).toBeTruthy()
    await press(person, 'Session Expired', 'Sign In')

    expect(
      await screen.findByText(/You are at \/sign-in with {"from":"\/payment-new"}/),
    ).toBeTruthy()
    await waitFor(() => expect(useSession.getState().currentUser).toBeNull())
    expect(sessionStorage.getItem('booking:s1')).not.toBeNull()
  })

  test('another price is shown, and paid under another key', async () => {
    const attempts = answerPayments(
      () =>
        HttpResponse.json(
          {
            success: false,
            statusCode: 409,
            code: 'PRICE_MISMATCH',
            message: 'The total is ₹430.',
            requestId: 'r',
            totalCost: 430,
          },
          { status: 409 },
        ),
      paid,
    )
    const person = arrive(aCheckout())

    await person.click(await payButton())
    await press(person, 'Payment Failed', 'Try Again')
    await screen.findByRole('dialog', { name: 'Payment Successful!' })

    expect(attempts[1]?.body.totalCost).toBe(430)
    expect(attempts[1]?.key).not.toBe(attempts[0]?.key)
  })

  test('lost seats lead back to the hall', async () => {
    answerPayments(() =>
      errorResponse(409, 'TAKEN', 'A1 has just been taken. Please choose again.'),
    )
    const person = arrive(aCheckout())

    await person.click(await payButton())
    await press(person, 'Payment Failed', 'Choose Other Seats')

    expect(screen.getByText(/You are at \/tickets\/m1\/s1/)).toBeTruthy()
  })
})
