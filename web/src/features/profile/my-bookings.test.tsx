import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { MyBookings } from '#features/profile/my-bookings.tsx'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
const bookingsAnswer = (answer: () => MockResponse | Promise<MockResponse>) =>
  mockApi.use(http.get('*/api/bookings/user/u1', answer))

function arrive() {
  const onSignInAgain = vi.fn()
  const poster = (movie: { imageUrl: string }) => <img alt={`Hanging: ${movie.imageUrl}`} />
  const bookings = <MyBookings userId="u1" poster={poster} onSignInAgain={onSignInAgain} />
  return { user: renderPages({ to: '/bookings', pages: { '/bookings': bookings } }), onSignInAgain }
}

test('while they are fetched it says Loading bookings... [R-2.45][R-2.49]', async () => {
  const fetching = Promise.withResolvers<MockResponse>()
  bookingsAnswer(() => fetching.promise)
  arrive()

  screen.getByText('Loading bookings...')
  fetching.resolve(HttpResponse.json([]))
  await screen.findByText("You haven't made any bookings yet.")
})

test('without bookings there is a way to the movies [R-2.49]', async () => {
  bookingsAnswer(() => HttpResponse.json([]))
  const { user } = arrive()
  await user.click(await screen.findByRole('link', { name: 'Browse Movies' }))

  await screen.findByText(/^You are at \/ /)
})

test('a ticket tells everything about the booking, in the zone of the cinema [R-1.4][R-2.50]', async () => {
  const booking = createBooking({
    phone: '+91 98765 43210',
    parkingSlots: [
      { _id: 'p1', slotNumber: 'T4', type: 'twoWheeler', vehicleNumber: null },
      { _id: 'p2', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: 'TN01AB1234' },
    ],
  })
  bookingsAnswer(() => HttpResponse.json([booking]))
  arrive()

  const ticket = within(await screen.findByRole('article'))
  ticket.getByRole('img', { name: 'Hanging: amaran.jpg' })
  ticket.getByRole('heading', { name: 'Amaran' })
  ticket.getByText('Action, Drama · 169 min')
  expect(detailsOf(ticket)).toEqual({
    Date: 'Tue, 1 Dec 2099',
    Time: '6:30 PM',
    Screen: 'Screen 2',
    Seats: 'C1, C2',
    Parking: 'T4 Two WheelerF2 Four Wheeler',
    Contact: '+91 98765 43210',
    'Booking Reference': booking.bookingReference,
    Amount: '₹1,360',
    'Payment Status': 'Paid',
    'Booked On': 'Sat, 21 Nov 2026',
  })
})

test('what a booking does not have is not on its ticket, and its screen is Screen 1 [R-2.51][R-9.8]', async () => {
  bookingsAnswer(() => HttpResponse.json([createBooking({ screen: '' })]))
  arrive()

  const details = detailsOf(within(await screen.findByRole('article')))
  expect(details).not.toHaveProperty('Parking')
  expect(details).not.toHaveProperty('Contact')
  expect(details.Screen).toBe('Screen 1')
})

test('a server that numbers its seats otherwise is understood [R-3.16]', async () => {
  const booking = { ...createBooking(), seats: [{ _id: 'x', number: 'D7' }] }
  bookingsAnswer(() => HttpResponse.json([booking]))
  arrive()

  expect(detailsOf(within(await screen.findByRole('article'))).Seats).toBe('D7')
})

test.each([
  ['Paid', 'text-good'],
  ['Pending', 'text-wait'],
])('the payment status %s is coloured %s [R-4.15]', async (paymentStatus, colour) => {
  bookingsAnswer(() => HttpResponse.json([createBooking({ paymentStatus })]))
  arrive()

  expect((await screen.findByText(paymentStatus)).className).toContain(colour)
})

test('the next show hangs first, past ones last and dimmed', async () => {
  const [past, later, next] = ['2020-01-01', '2099-12-09', '2099-12-02'].map((day) =>
    createBooking({ startsAt: Date.parse(`${day}T13:00:00Z`) }),
  )
  bookingsAnswer(() => HttpResponse.json([past, later, next]))
  arrive()

  const tickets = await screen.findAllByRole('article')
  expect(tickets.map(({ dataset }) => dataset.light)).toEqual(['next', 'coming', 'past'])
  within(tickets[0] as HTMLElement).getByText(next?.bookingReference ?? '')
})

test('a session that cannot be renewed says so, and signing in again is one press away [R-8.8]', async () => {
  bookingsAnswer(() => errorResponse(401, 'UNAUTHENTICATED', 'Who are you?'))
  mockApi.use(
    http.post('*/api/auth/refresh-token', () => errorResponse(401, 'UNAUTHENTICATED', 'Gone.')),
  )
  const { user, onSignInAgain } = arrive()

  await screen.findByText('Your session has expired. Please log in again.')
  await user.click(screen.getByRole('button', { name: 'Sign In Again' }))
  expect(onSignInAgain).toHaveBeenCalledOnce()
})

test.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
] as const)(
  'a %d is renewed and asked again, once, without a word [R-7.13]',
  async (status, code) => {
    let asked = 0
    bookingsAnswer(() => {
      asked += 1
      return asked === 1
        ? errorResponse(status, code, 'Who are you?')
        : HttpResponse.json([createBooking()])
    })
    mockApi.use(http.post('*/api/auth/refresh-token', () => HttpResponse.json({ success: true })))
    arrive()

    await screen.findByRole('article')
    expect(asked).toBe(2)
  },
)

test.each(['Authentication failed.', 'Your session has expired.'])(
  'a failure that says “%s” can be cured by signing in again [R-2.47]',
  async (words) => {
    bookingsAnswer(() => errorResponse(400, 'INVALID', words))
    arrive()

    await screen.findByText(words)
    screen.getByRole('button', { name: 'Sign In Again' })
    screen.getByRole('button', { name: 'Try Again' })
  },
)

test('another failure shows what the server said, and Try Again fetches them again [R-2.46][R-2.47][R-8.9]', async () => {
  bookingsAnswer(() => errorResponse(400, 'INVALID', 'The ledger is away.'))
  const { user } = arrive()

  await screen.findByText('The ledger is away.')
  expect(screen.queryByRole('button', { name: 'Sign In Again' })).toBeNull()
  const fetching = Promise.withResolvers<MockResponse>()
  bookingsAnswer(() => fetching.promise)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await screen.findByText('Loading bookings...')
  fetching.resolve(HttpResponse.json([createBooking()]))
  await screen.findByRole('article')
})

test('a failure without words is Failed to fetch bookings [R-8.11]', async () => {
  bookingsAnswer(() => HttpResponse.json({}, { status: 404 }))
  arrive()

  await screen.findByText('Failed to fetch bookings')
})

function detailsOf(ticket: ReturnType<typeof within>): Record<string, string> {
  const terms = ticket.getAllByRole('term')
  return Object.fromEntries(
    terms.map((term: HTMLElement) => [
      term.textContent,
      term.nextElementSibling?.textContent ?? '',
    ]),
  )
}
