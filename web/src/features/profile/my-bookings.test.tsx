import { MINUTE_MS } from '@marquee/contract/time'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useBookings } from '#lib/api/bookings.queries.ts'
import * as fake from '#test/fake-socket.ts'
import { createBooking } from '#test/fixtures.ts'
import { errorResponse, type MockResponse, startMockApi } from '#test/mock-api.ts'
import { readFacts, renderPages } from '#test/render-pages.tsx'
import { bookingsErrorMessage, groupBookings, MyBookings } from './my-bookings.tsx'

const mockApi = startMockApi()
const serveBookings = (respond: () => MockResponse | Promise<MockResponse>) =>
  mockApi.use(http.get('*/api/bookings/user/u1', respond))

function open() {
  const onSignInAgain = vi.fn()
  const poster = (movie: { imageUrl: string }) => <img alt={`Poster: ${movie.imageUrl}`} />
  const bookings = <MyBookings userId="u1" poster={poster} onSignInAgain={onSignInAgain} />
  return { user: renderPages({ to: '/bookings', pages: { '/bookings': bookings } }), onSignInAgain }
}

test('MyBookings shows the loading text, then a link to the movies if there are no bookings [R-2.45][R-2.49]', async () => {
  serveBookings(() => HttpResponse.json([]))
  const { user } = open()

  screen.getByText('Loading bookings...')
  await screen.findByText("You haven't made any bookings yet.")
  await user.click(screen.getByRole('link', { name: 'Browse Movies' }))
  await screen.findByText(/^You are at \/ /)
})

test('MyBookings shows the bookings together with the other shows', async () => {
  serveBookings(() => HttpResponse.json([createBooking()]))
  function Page() {
    const [isLoadingOthers, setIsLoadingOthers] = useState(true)
    const { data } = useBookings('u1')
    return (
      <>
        {data && (
          <button type="button" onClick={() => setIsLoadingOthers(false)}>
            Others loaded
          </button>
        )}
        <MyBookings
          userId="u1"
          poster={() => null}
          others={<p>Other shows</p>}
          isLoadingOthers={isLoadingOthers}
          onSignInAgain={vi.fn()}
        />
      </>
    )
  }
  const user = renderPages({ to: '/bookings', pages: { '/bookings': <Page /> } })

  const button = await screen.findByRole('button', { name: 'Others loaded' })
  screen.getByText('Loading bookings...')
  expect(screen.queryByText('Your next show')).toBeNull()
  await user.click(button)

  screen.getByText('Your next show')
  screen.getByText('Other shows')
})

test('MyBookings shows an error without the text of an empty list [S-597]', async () => {
  serveBookings(() => HttpResponse.json([]))
  open()
  await screen.findByText("You haven't made any bookings yet.")

  serveBookings(() => errorResponse(400, 'INVALID', 'No bookings today.'))
  act(() => fake.push('noticesChanged', {}))

  await screen.findByText('No bookings today.')
  expect(screen.queryByText("You haven't made any bookings yet.")).toBeNull()
})

test('MyBookings fetches the bookings again when one has changed [S-543]', async () => {
  const booking = createBooking()
  serveBookings(() => HttpResponse.json([booking]))
  open()
  await screen.findByText('6:30 PM')

  const showtimeId = { ...booking.showtimeId, startTime: '2099-12-01T15:00:00Z' }
  serveBookings(() => HttpResponse.json([{ ...booking, showtimeId }]))
  act(() => fake.push('noticesChanged', {}))

  await screen.findByText('8:30 PM')
})

test('MyBookings ignores a noticesChanged push without data, and logs it [S-602]', async () => {
  const serve = vi.fn(() => HttpResponse.json([createBooking()]))
  serveBookings(serve)
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  open()
  await screen.findByText('6:30 PM')

  act(() => fake.push('noticesChanged', null as never))
  expect(logged).toHaveBeenCalledOnce()
  expect(serve).toHaveBeenCalledOnce()
  act(() => fake.push('noticesChanged', {}))

  await waitFor(() => expect(serve).toHaveBeenCalledTimes(2))
})

test('MyBookings shows the next bookings after Show More, as long as there are more [S-706]', async () => {
  const createMany = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) =>
      createBooking({ _id: `${name}${n}`, bookingReference: `MQ-${name}${n}` }),
    )
  const pages = new Map([
    [null, createMany(100, 'A')],
    ['A99', createMany(100, 'B')],
    ['B99', createMany(3, 'C')],
  ])
  mockApi.use(
    http.get('*/api/bookings/user/u1', ({ request }) =>
      HttpResponse.json(pages.get(new URL(request.url).searchParams.get('before')) ?? []),
    ),
  )
  const { user } = open()
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(100))

  await user.click(screen.getByRole('button', { name: 'Show More' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(200))
  await user.click(screen.getByRole('button', { name: 'Show More' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(203))

  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
})

test('MyBookings ends the list if the server sends all bookings at once [S-706]', async () => {
  const all = Array.from({ length: 120 }, (_, n) =>
    createBooking({ _id: `A${n}`, bookingReference: `MQ-A${n}` }),
  )
  serveBookings(() => HttpResponse.json(all))
  const { user } = open()

  await user.click(await screen.findByRole('button', { name: 'Show More' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull())
  expect(screen.getAllByRole('article')).toHaveLength(120)
})

test('MyBookings shows no Show More if all bookings are there [S-706]', async () => {
  serveBookings(() => HttpResponse.json([createBooking()]))
  open()
  await screen.findByRole('article')

  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
})

test('BookingCard shows all details in the time zone of the cinema [R-1.4][R-2.50]', async () => {
  const booking = createBooking({
    phone: '+91 98765 43210',
    parkingSlots: [
      { _id: 'p1', slotNumber: 'T4', type: 'twoWheeler', vehicleNumber: null },
      { _id: 'p2', slotNumber: 'F2', type: 'fourWheeler', vehicleNumber: 'TN01AB1234' },
    ],
  })
  serveBookings(() => HttpResponse.json([booking]))
  open()

  const article = await screen.findByRole('article')
  const ticket = within(article)
  ticket.getByRole('img', { name: 'Poster: amaran.jpg' })
  ticket.getByRole('heading', { name: 'Amaran' })
  ticket.getByText('Action, Drama · 169 min')
  expect(readFacts(article)).toEqual({
    Date: 'Tue, 1 Dec 2099',
    Time: '6:30 PM',
    Screen: 'Screen 2',
    Seats: 'C1, C2',
    Parking: 'T4 Two WheelerF2 Four Wheeler · TN01AB1234',
    Contact: '+91 98765 43210',
    'Booking Reference': booking.bookingReference,
    Amount: '₹1,360',
    'Payment Status': 'Paid',
    'Booked On': 'Sat, 21 Nov 2026',
  })
})

test('BookingCard of a show of today says Today [S-666]', async () => {
  serveBookings(() => HttpResponse.json([createBooking({ startsAt: serverNow() + 3_600_000 })]))
  open()

  within(await screen.findByRole('article')).getByText('Today')
})

test('BookingCard omits missing details, defaults to Screen 1 and accepts number instead of seatNumber [R-2.51][R-3.16][R-9.8]', async () => {
  const booking = { ...createBooking({ screen: '' }), seats: [{ _id: 'x', number: 'D7' }] }
  serveBookings(() => HttpResponse.json([booking]))
  open()

  const details = readFacts(await screen.findByRole('article'))
  expect(details).not.toHaveProperty('Parking')
  expect(details).not.toHaveProperty('Contact')
  expect(details).toMatchObject({ Screen: 'Screen 1', Seats: 'D7' })
})

test('BookingCard shows a payment status other than Paid in another colour [R-4.15]', async () => {
  const bookings = ['Paid', 'Pending'].map((paymentStatus) => createBooking({ paymentStatus }))
  serveBookings(() => HttpResponse.json(bookings))
  open()

  expect((await screen.findByText('Paid')).className).toContain('text-good')
  expect(screen.getByText('Pending').className).toContain('text-wait')
})

test('BookingCard tells what was paid and refunded, and what the booking costs now [S-570]', async () => {
  const booking = createBooking({ totalCost: 460, refunded: 360, paymentStatus: 'Partly refunded' })
  serveBookings(() => HttpResponse.json([booking]))
  open()

  const facts = readFacts(await screen.findByRole('article'))
  expect(facts).toMatchObject({ Paid: '₹820', Refunded: '₹360', 'Total after Refunds': '₹460' })
  expect(facts).not.toHaveProperty('Amount')
})

test('MyBookings shows upcoming shows earliest first, then past shows latest first', async () => {
  const [older, later, past, next] = ['2020-01-01', '2099-12-09', '2020-05-01', '2099-12-02'].map(
    (day) => createBooking({ startsAt: Date.parse(`${day}T13:00:00Z`) }),
  )
  serveBookings(() => HttpResponse.json([older, later, past, next]))
  open()

  const tickets = await screen.findAllByRole('article')
  expect(tickets.map(({ dataset }) => dataset.period)).toEqual(['next', 'upcoming', 'past', 'past'])
  for (const [index, booking] of [next, later, past, older].entries()) {
    within(tickets[index] as HTMLElement).getByText(booking?.bookingReference ?? '')
  }
})

test('MyBookings keeps a cancelled booking with its seats, without actions, and not as the next show [S-412][S-570]', async () => {
  const cancelled = createBooking({
    startsAt: Date.parse('2099-12-01T13:00:00Z'),
    cancelled: true,
    paymentStatus: 'Refunded',
    totalCost: 0,
    refunded: 360,
  })
  const next = createBooking({ startsAt: Date.parse('2099-12-02T13:00:00Z') })
  serveBookings(() => HttpResponse.json([cancelled, next]))
  open()

  const tickets = await screen.findAllByRole('article')
  expect(tickets.map(({ dataset }) => dataset.period)).toEqual(['next', 'upcoming'])
  const [, ticket] = tickets
  expect(screen.queryByRole('region', { name: 'Coming up' })).toBeNull()
  expect(
    within(screen.getByRole('region', { name: 'Cancelled bookings' })).getByRole('article'),
  ).toBe(ticket)
  within(ticket as HTMLElement).getByText('Cancelled')
  const facts = readFacts(ticket as HTMLElement)
  expect(facts).toMatchObject({ Seats: 'C1, C2', Paid: '₹360', Refunded: '₹360' })
  expect(facts).not.toHaveProperty('Total after Refunds')
  expect(within(ticket as HTMLElement).queryByRole('button')).toBeNull()
})

test.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
] as const)(
  'MyBookings after a %d renews the session and fetches again once, or offers Sign In Again [R-7.13][R-8.8]',
  async (status, code) => {
    const refuse = vi.fn(() => errorResponse(status, code, 'Not signed in.'))
    serveBookings(refuse)
    mockApi.use(http.post('*/api/auth/refresh-token', () => errorResponse(401, code, 'Ended.')))
    const { user, onSignInAgain } = open()
    await screen.findByText('Your session has expired. Please log in again.')
    await user.click(screen.getByRole('button', { name: 'Sign In Again' }))
    expect(onSignInAgain).toHaveBeenCalledOnce()

    serveBookings(() => HttpResponse.json([createBooking()]))
    mockApi.use(
      http.get('*/api/bookings/user/u1', refuse, { once: true }),
      http.post('*/api/auth/refresh-token', () => HttpResponse.json({ success: true })),
    )
    await user.click(screen.getByRole('button', { name: 'Try Again' }))

    await screen.findByRole('article')
    expect(refuse).toHaveBeenCalledTimes(2)
  },
)

test.each([
  ['Authentication failed.', 'Authentication failed.', 1],
  ['Your session has expired.', 'Your session has expired.', 1],
  ['', 'Failed to fetch bookings', 0],
])(
  'MyBookings after the error “%s” shows %s and %i Sign In Again buttons [R-2.47][R-8.11]',
  async (message, text, buttons) => {
    serveBookings(() => errorResponse(400, 'INVALID', message))
    open()

    await screen.findByText(text)
    expect(screen.queryAllByRole('button', { name: 'Sign In Again' })).toHaveLength(buttons)
    screen.getByRole('button', { name: 'Try Again' })
  },
)

test('MyBookings shows the message of the server and fetches again on Try Again [R-2.46][R-2.47][R-8.9]', async () => {
  serveBookings(() => errorResponse(400, 'INVALID', 'The bookings are not available.'))
  const { user } = open()

  await screen.findByText('The bookings are not available.')
  expect(screen.queryByRole('button', { name: 'Sign In Again' })).toBeNull()
  const fetching = Promise.withResolvers<MockResponse>()
  serveBookings(() => fetching.promise)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await screen.findByText('Loading bookings...')
  fetching.resolve(HttpResponse.json([createBooking()]))
  await screen.findByRole('article')
})

/** React Query fetches again when the tab becomes visible. */
const showTab = () => act(() => window.dispatchEvent(new Event('visibilitychange')))

test('MyBookings with tickets shows the error of a later fetch above them at once [R-2.46][R-8.9]', async () => {
  serveBookings(() => HttpResponse.json([createBooking()]))
  const { user } = open()
  await screen.findByRole('article')

  const fail = vi.fn(() =>
    errorResponse(500, 'INTERNAL', 'Something went wrong. Please try again.'),
  )
  serveBookings(fail)
  showTab()

  await screen.findByText('Something went wrong. Please try again.', {}, { timeout: 900 })
  expect(fail).toHaveBeenCalledOnce()
  screen.getByRole('article')
  serveBookings(() => HttpResponse.json([createBooking(), createBooking()]))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
] as const)(
  'MyBookings removes the tickets when a later fetch and the renewal are refused with %d [R-2.47][R-8.8]',
  async (status, code) => {
    serveBookings(() => HttpResponse.json([createBooking()]))
    open()
    await screen.findByRole('article')

    const refuse = () => errorResponse(status, code, 'Not signed in.')
    serveBookings(refuse)
    mockApi.use(http.post('*/api/auth/refresh-token', refuse))
    showTab()

    await screen.findByText('Your session has expired. Please log in again.')
    screen.getByRole('button', { name: 'Sign In Again' })
    expect(screen.queryByRole('article')).toBeNull()
  },
)

test('MyBookings keeps what is open in a ticket when a later fetch fails and is tried again', async () => {
  const bookings = [createBooking()]
  serveBookings(() => HttpResponse.json(bookings))
  const actions = () => <input aria-label="Choice" />
  const page = (
    <MyBookings userId="u1" actions={actions} poster={() => null} onSignInAgain={vi.fn()} />
  )
  const user = renderPages({ to: '/bookings', pages: { '/bookings': page } })
  await user.type(await screen.findByLabelText('Choice'), 'C1')
  const choice = screen.getByLabelText('Choice')
  serveBookings(() => errorResponse(500, 'INTERNAL', 'Something went wrong.'))
  act(() => fake.push('noticesChanged', {}))
  await screen.findByText('Something went wrong.')
  expect(screen.getByLabelText('Choice')).toBe(choice)

  serveBookings(() => HttpResponse.json(bookings))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(screen.queryByText('Something went wrong.')).toBeNull())
  expect(screen.getByLabelText('Choice')).toBe(choice)
})

test.each([
  [new ApiError(0, 'OFFLINE', 'No connection.'), 'No connection.'],
  [new Error('The list is damaged.'), 'The list is damaged.'],
  [new Error(''), 'Failed to fetch bookings'],
])('bookingsErrorMessage(%s) returns %j [R-8.10][R-8.11]', (error, message) => {
  expect(bookingsErrorMessage(error)).toBe(message)
})

const NOW = Date.parse('2026-12-01T18:00:00+05:30')

const showIn = (minutes: number) =>
  createBooking({ startsAt: NOW + minutes * MINUTE_MS, duration: 120 })

test('groupBookings counts a show as past when the movie has ended', () => {
  expect(groupBookings([showIn(-119)], NOW).upcoming).toHaveLength(1)
  expect(groupBookings([showIn(-120)], NOW).past).toHaveLength(1)
})
