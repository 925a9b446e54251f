import type { BookingRequest } from '@marquee/contract/bookings/bookings'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactElement } from 'react'
import { Link, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { findPendingOrder, storeBookedReference } from '#features/checkout/pending-order.ts'
import { storePendingOrder } from '#features/checkout/store-order.ts'
import { showtimeQuery } from '#features/seat-selection/showtime/showtime.queries.ts'
import { session, useSession } from '#features/session/session.store.ts'
import * as keep from '#features/tickets/offline/keep-tickets.ts'
import { siteSettings } from '#lib/site-settings.ts'
import * as fake from '#test/fake-socket.ts'
import {
  asha,
  createBooking,
  createPendingOrder,
  createSeat,
  movie,
  showtime,
} from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { readFacts, renderPages } from '#test/render-pages.tsx'
import { createSlots } from '#test/seat-screen.tsx'
import { PaymentPage } from './payment.tsx'

const mockApi = startMockApi()
const booking = createBooking({ bookingReference: 'MQ-7KX2P9QRTA' })

beforeEach(() => {
  session.setUser(asha)
  vi.spyOn(keep, 'keepTickets').mockResolvedValue()
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
  storePendingOrder(createPendingOrder())
  const user = openPayment()
  expect((await payButton()).textContent).toBe('Complete Payment (₹410)')
  await user.click(await payButton())
  const choose = async (dialog: string, button: string) =>
    user.click((await findDialog(dialog)).getByRole('button', { name: button }))
  return { attempts, choose }
}
const paid = () => HttpResponse.json({ success: true, booking })
const unauthenticated = () => errorResponse(401, 'UNAUTHENTICATED', 'No.')
const serveRenewal = (response: () => MockResponse) =>
  mockApi.use(http.post('*/api/auth/refresh-token', response))

test('PaymentPage shows the user, the order of the navigation state and disabled card fields [R-1.9][R-2.67][R-2.68][R-2.71][R-2.72][R-2.73][R-2.77][R-3.22][R-4.24]', async () => {
  openPayment({
    ...createPendingOrder(),
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
    'ParkingT1 · Two Wheeler · TN01AB1234T2 · Two WheelerF1 · Four Wheeler',
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

test('PaymentPage describes the refund as long as booking is open at a show that closes early [S-411]', async () => {
  siteSettings.refundPolicy = [
    { percent: 100, until: 240 },
    { percent: 50, until: 'cutoff' },
  ]

  openPayment({ ...createPendingOrder(), showtimeDetails: { ...showtime, cutoffMinutes: 360 } })

  const order = await findOrder()
  within(order).getByText('Full refund until 12:30 PM on Tue, 1 Dec 2099, then no refund.')
})

test('PaymentPage names the day of a show of today in the summary and in the refund [S-665][S-666]', async () => {
  siteSettings.refundPolicy = [{ percent: 50, until: 'cutoff' }]
  const startTime = new Date(serverNow() + 3 * 3_600_000).toISOString()

  openPayment({ ...createPendingOrder(), showtimeDetails: { ...showtime, startTime } })

  const order = within(await findOrder())
  order.getByText(/^Today, \d/)
  order.getByText(/^Half back until \d+:\d\d PM today, then no refund\.$/)
})

test('an order without a price, a verified phone and holdUntil costs 150 rupees a seat and shows no verified mark and no countdown [R-2.70][R-3.8][R-3.21][R-9.6]', async () => {
  const { price: _, ...withoutPrice } = createSeat('A2')
  openPayment({
    ...createPendingOrder({
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
        <Link to="/payment-new" state={createPendingOrder()}>
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

test('PaymentPage without an order leads to the homepage [R-5.11]', async () => {
  const user = openPayment()

  const dialog = await findDialog('No Booking Data')
  dialog.getByText('No booking information found. Please select seats first.')
  await user.click(dialog.getByRole('button', { name: 'OK' }))

  await screen.findByText(/You are at \/ /)
})

test('PaymentPage leads to the homepage and removes the order after the deadline [R-4.30][R-9.15]', async () => {
  const user = openPayment(createPendingOrder({ holdUntil: '2020-01-01T00:00:00.000Z' }))

  const dialog = await findDialog('Session Expired')
  await user.click(dialog.getByRole('button', { name: 'Return to Homepage' }))

  await screen.findByText(/You are at \/ /)
  expect(sessionStorage.length).toBe(0)
})

test('PaymentPage shows Session Expired when a place of the order is lost [R-4.30]', async () => {
  openPayment(createPendingOrder())
  await payButton()

  act(() => fake.push('holdExpired', { type: 'seat', itemId: 'A2', showtimeId: 'another' }))
  act(() => fake.push('holdExpired', { type: 'seat', itemId: 'A9', showtimeId: 's1' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => fake.push('holdExpired', { type: 'seat', itemId: 'A2', showtimeId: 's1' }))

  await findDialog('Session Expired')
})

test('PaymentPage says that a place is no longer available when it is lost before the deadline', async () => {
  const user = openPayment(createPendingOrder())
  await payButton()

  const place = { type: 'seat' as const, itemId: 'A2', showtimeId: 's1' }
  act(() => fake.push('holdExpired', { ...place, holdUntil: '2099-12-01T13:00:00.000Z' }))

  const dialog = await findDialog('Seats Changed')
  await user.click(dialog.getByRole('button', { name: 'Choose Seats' }))
  await screen.findByText(/You are at \/tickets\/m1\/s1 /)
})

test('payment sends the stored order with its key, shows the reference and leads to the bookings [R-2.75][R-2.77][R-3.17][R-4.25][R-8.26]', async () => {
  const { attempts, choose } = await pay(paid)

  expect(await screen.findByText('Booking Reference: MQ-7KX2P9QRTA')).toBeTruthy()
  expect(Object.keys(sessionStorage)).toEqual([])
  const success = await findDialog('Payment Successful!')
  expect(readFacts(screen.getByRole('dialog'))).toEqual({
    Movie: 'Amaran',
    Seats: 'A1, A2',
    Time: 'Tue, 1 Dec 2099, 6:30 PM',
    Screen: 'Screen 2',
    Parking: 'T1 · TN01AB1234',
    Paid: '₹410',
  })
  success.getByText('Confirmation sent to asha@example.com')
  await choose('Payment Successful!', 'Copy Reference')
  await success.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('MQ-7KX2P9QRTA')
  await choose('Payment Successful!', 'View My Bookings')

  await screen.findByText(/You are at \/profile/)
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

test('the buttons are disabled while payment is in progress, and a failed payment is repeated with the same key [R-2.76][R-4.24]', async () => {
  const processing = Promise.withResolvers<MockResponse>()
  const { attempts, choose } = await pay(() => processing.promise, paid)

  // The pressed button keeps the focus.
  const pressed = await screen.findByRole('button', { name: 'Processing...' })
  expect(pressed.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(pressed)
  expect(screen.getByRole('button', { name: 'Go Back' })).toHaveProperty('disabled', true)
  processing.resolve(errorResponse(503, 'UNAVAILABLE', 'The cinema is busy.'))
  await choose('Payment Failed', 'Try Again')

  await findDialog('Payment Successful!')
  expect(new Set(attempts.map(({ key }) => key)).size).toBe(1)
})

test.each<[string, () => MockResponse, string]>([
  [
    'the message of the server',
    () => errorResponse(503, 'UNAVAILABLE', 'The cinema is busy.'),
    'The cinema is busy.',
  ],
  [
    'that the server cannot be reached',
    HttpResponse.error,
    'We cannot reach the cinema right now. Please check your connection and try again.',
  ],
  [
    'the default text without a message',
    () => HttpResponse.json({}, { status: 502 }),
    'There was an error processing your payment',
  ],
  [
    'Failed to create booking without a reference',
    () => HttpResponse.json({ success: true }),
    'Failed to create booking',
  ],
])(
  'a failed payment shows %s and offers to try again [R-7.6][R-8.23][R-8.24][R-8.25]',
  async (_case, respond, text) => {
    await pay(respond)

    const dialog = await findDialog('Payment Failed')
    dialog.getByText(text)
    dialog.getByRole('button', { name: 'Try Again' })
  },
)

test('Not Now closes the dialog of a failed payment, and the order can still be paid', async () => {
  const { attempts, choose } = await pay(HttpResponse.error, paid)

  await choose('Payment Failed', 'Not Now')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(attempts).toHaveLength(1)
  expect(await payButton()).toHaveProperty('disabled', false)
})

test.each([
  ['401', unauthenticated],
  ['403', () => errorResponse(403, 'FORBIDDEN', 'No.')],
])('a %s renews the session and offers to try again [R-4.26][R-8.21]', async (_status, refuse) => {
  serveRenewal(() => HttpResponse.json({ success: true }))
  const { choose } = await pay(refuse, paid)

  await choose('Session Refreshed', 'Try Again')

  await findDialog('Payment Successful!')
})

test('a session that cannot be renewed leads to sign-in and keeps the order [R-4.27][R-8.22]', async () => {
  serveRenewal(unauthenticated)
  const { choose } = await pay(unauthenticated)

  expect(await screen.findByText('Your session has expired. Please sign in again.')).toBeTruthy()
  await choose('Session Expired', 'Sign In')

  await screen.findByText(/You are at \/sign-in with {"from":"\/payment-new"}/)
  await waitFor(() => expect(useSession.getState().currentUser).toBeNull())
  expect(sessionStorage.getItem('booking:s1')).not.toBeNull()
})

test('a corrected total is paid with another key', async () => {
  const mismatch = errorResponse(409, 'PRICE_MISMATCH', 'The total is ₹430.', { totalCost: 430 })
  const { attempts, choose } = await pay(() => mismatch, paid)

  await choose('Payment Failed', 'Try Again')
  const success = await findDialog('Payment Successful!')

  success.getByText('₹430')
  expect(attempts[1]?.body.totalCost).toBe(430)
  expect(attempts[1]?.key).not.toBe(attempts[0]?.key)
})

test('a taken seat offers to choose other seats', async () => {
  const { choose } = await pay(() => errorResponse(409, 'TAKEN', 'A1 has just been taken.'))

  await choose('Payment Failed', 'Choose Other Seats')

  await screen.findByText(/You are at \/tickets\/m1\/s1/)
})

test('payment keeps the tickets on this device and offers to show the ticket', async () => {
  const { choose } = await pay(paid)
  await choose('Payment Successful!', 'Show Ticket')

  await screen.findByText(/You are at \/bookings\/MQ-7KX2P9QRTA/)
  expect(keep.keepTickets).toHaveBeenCalledExactlyOnceWith(asha._id)
})

/** The buttons of the browser, which work also while a dialog is open. */
let move: (steps: number) => void
function HistoryButtons() {
  const navigate = useNavigate()
  move = (steps) => void navigate(steps)
  return null
}

test.each<[string, () => MockResponse]>([
  ['is paid', paid],
  [
    'was booked before',
    () =>
      errorResponse(409, 'ALREADY_BOOKED', 'You have already booked these seats: MQ-7KX2P9QRTA.', {
        bookingReference: 'MQ-7KX2P9QRTA',
      }),
  ],
])(
  'Forward to an order that %s names its booking and offers no payment [S-596]',
  async (_, response) => {
    mockApi.use(http.post('*/api/bookings', response))
    const toPayment = (
      <Link to="/payment-new" state={createPendingOrder()}>
        Proceed
      </Link>
    )
    const withButtons = (page: ReactElement) => (
      <>
        <HistoryButtons />
        {page}
      </>
    )
    const user = renderPages({
      to: '/seats',
      pages: { '/seats': withButtons(toPayment), '/payment-new': withButtons(<PaymentPage />) },
    })
    await user.click(screen.getByRole('link', { name: 'Proceed' }))
    await user.click(await payButton())
    await screen.findByText(/MQ-7KX2P9QRTA/)

    act(() => move(-1))
    await screen.findByRole('link', { name: 'Proceed' })
    act(() => move(1))

    const booked = await findDialog('Already Booked')
    booked.getByText(/Booking Reference: MQ-7KX2P9QRTA/)
    expect(screen.queryByRole('button', { name: /^Complete Payment/, hidden: true })).toBeNull()
    await user.click(booked.getByRole('button', { name: 'View My Bookings' }))
    await screen.findByText(/You are at \/profile/)
  },
)

test('an order that is already booked shows its reference once and leads to the bookings or to another attempt [R-8.24][S-611]', async () => {
  const { bookingReference } = booking
  const message = `You have already booked these seats: ${bookingReference}.`
  const { choose } = await pay(() =>
    errorResponse(409, 'ALREADY_BOOKED', message, { bookingReference }),
  )
  const dialog = await findDialog('Payment Failed')
  expect(dialog.getAllByText(new RegExp(bookingReference))).toHaveLength(1)
  dialog.getByText(message)
  dialog.getByRole('button', { name: 'Try Again' })

  await choose('Payment Failed', 'View My Bookings')

  await screen.findByText(/You are at \/profile/)
})

test('an order that is already booked is removed from the storage of the tab, also without View My Bookings', async () => {
  const { choose } = await pay(() =>
    errorResponse(409, 'ALREADY_BOOKED', 'You have already booked these seats.', {
      bookingReference: booking.bookingReference,
    }),
  )

  await choose('Payment Failed', 'Not Now')

  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/98765|TN01AB1234/)
})

test('the entry of a booked order shows no other order that is stored [S-596]', () => {
  storeBookedReference('entry', 'MQ-7KX2P9QRTA')
  storePendingOrder(createPendingOrder({ showtimeId: 's2' }))

  expect(findPendingOrder({ key: 'entry', state: createPendingOrder() })).toBeUndefined()
})

test('an order that was opened and booked by URL does not hide the next one', async () => {
  const { choose } = await pay(paid)
  await choose('Payment Successful!', 'View My Bookings')
  cleanup()

  storePendingOrder(createPendingOrder())
  openPayment()

  await payButton()
})

test('a successful payment removes the phone and the vehicle numbers from the storage of the tab [R-4.25]', async () => {
  const draft = { phone: '98765 43210', parking: true, vehicleNumbers: { T1: 'TN01AB1234' } }
  sessionStorage.setItem('draft:s1', JSON.stringify(draft))
  const { choose } = await pay(paid)
  await findDialog('Payment Successful!')

  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/98765|TN01AB1234/)
  await choose('Payment Successful!', 'View My Bookings')
})

test('PaymentPage tells who is paying that the cinema has cancelled the show, with other times [S-451]', async () => {
  const cancelled = { ...showtime, cancelled: { reason: 'Projector broken' } }
  mockApi.use(
    http.get('*/api/showtimes/s1', () => HttpResponse.json(cancelled)),
    http.get('*/api/movies/m1', () => HttpResponse.json({ ...movie, showtimes: [] })),
  )
  storePendingOrder(createPendingOrder())
  openPayment()
  await payButton()

  act(() => fake.push('showCancelled', { showtimeId: 'another' }))
  act(() => fake.push('showCancelled', { showtimeId: 's1' }))

  const dialog = await findDialog('This show has been cancelled.')
  dialog.getByText(/You have not paid anything\./)
  await dialog.findByText('No other showtimes for this movie.')
})

test('PaymentPage says that the show was moved and nothing is paid, and leads back to the seats [S-544]', async () => {
  storePendingOrder(createPendingOrder())
  const user = openPayment()
  await payButton()

  act(() => fake.push('showMoved', { showtimeId: 'another' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => fake.push('showMoved', { showtimeId: 's1' }))

  const dialog = await findDialog('Show Moved')
  dialog.getByText(/You have not paid anything\./)
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Choose Seats' }))
  await screen.findByText(/^You are at \/tickets\/m1\/s1 /)
  expect(sessionStorage.length).toBe(0)
})

function ScreenName() {
  const { data } = useQuery(showtimeQuery('s1'))
  return (
    <>
      <p>{data?.screen}</p>
      <Link to="/payment-new">Pay</Link>
    </>
  )
}

test('the seat page shows the new screen of a show that moved during the payment [S-544]', async () => {
  let name = 'Screen 1'
  mockApi.use(
    http.get('*/api/showtimes/s1', () => HttpResponse.json({ ...showtime, screen: name })),
  )
  storePendingOrder(createPendingOrder())
  const user = renderPages({
    to: '/tickets/m1/s1',
    pages: { '/tickets/m1/s1': <ScreenName />, '/payment-new': <PaymentPage /> },
  })
  await screen.findByText('Screen 1')
  await user.click(screen.getByRole('link', { name: 'Pay' }))
  await payButton()

  name = 'Screen 2'
  act(() => fake.push('showMoved', { showtimeId: 's1' }))
  const dialog = await findDialog('Show Moved')
  await user.click(dialog.getByRole('button', { name: 'Choose Seats' }))

  await screen.findByText('Screen 2')
})

test('a move that was missed while the payment page was offline is told after the reconnect [S-544]', async () => {
  let startTime = showtime.startTime
  mockApi.use(http.get('*/api/showtimes/s1', () => HttpResponse.json({ ...showtime, startTime })))
  storePendingOrder(createPendingOrder())
  const user = renderPages({
    to: '/tickets/m1/s1',
    pages: { '/tickets/m1/s1': <ScreenName />, '/payment-new': <PaymentPage /> },
  })
  await screen.findByText(showtime.screen)
  await user.click(screen.getByRole('link', { name: 'Pay' }))
  await payButton()

  startTime = '2099-12-02T13:00:00.000Z'
  act(() => fake.reconnect())

  await findDialog('Show Moved')
})

test('a payment that fails because the show was moved has this one explanation [S-544]', async () => {
  await pay(() => {
    act(() => fake.push('showMoved', { showtimeId: 's1' }))
    return errorResponse(409, 'TAKEN', 'Some places are taken')
  })

  await findDialog('Show Moved')
  expect(screen.queryByRole('dialog', { name: 'Payment Failed' })).toBeNull()
})

test('PaymentPage says so too when the payment is refused because the show is cancelled [S-451]', async () => {
  const cancelled = { ...showtime, cancelled: { reason: 'Projector broken' } }
  mockApi.use(
    http.get('*/api/showtimes/s1', () => HttpResponse.json(cancelled)),
    http.get('*/api/movies/m1', () => HttpResponse.json({ ...movie, showtimes: [] })),
  )

  await pay(() => errorResponse(409, 'CLOSED', 'This show has been cancelled'))

  await findDialog('This show has been cancelled.')
  expect(screen.queryByRole('dialog', { name: 'Payment Failed' })).toBeNull()
})
