import type { Movie } from '@marquee/contract/movies/movies'
import type { PairProposal } from '@marquee/contract/movies/programme'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { findEvening } from '#features/tickets/my-evening.tsx'
import * as device from '#features/tickets/offline/device-tickets.ts'
import { createTicket } from '#features/tickets/ticket.ts'
import { setSearchShortcut } from '#lib/device-data.ts'
import { okAck, sentMessages, setReply } from '#test/fake-socket.ts'
import {
  asha,
  cinema,
  createBooking,
  createMovie,
  createPasses,
  createShowtime,
} from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { HomePage } from './home.tsx'

// Ten o'clock in the cinema.

const mockApi = startMockApi()
afterEach(session.clearUser)

function openHome(movies: Movie[]) {
  mockApi.use(http.get('*/api/movies', () => HttpResponse.json(movies)))
  return renderPages({ to: '/', pages: { '/': <HomePage /> } })
}
const findCard = async (name: string) => within(await screen.findByRole('article', { name }))
const HOURS = 60

test('cards name the day of a first showtime that is not today [S-824]', async () => {
  openHome([
    createMovie('Today', { showtimes: [createShowtime(2 * HOURS)] }),
    createMovie('Tomorrow', {
      timing: '10:00 AM',
      showtimes: [createShowtime(24 * HOURS)],
    }),
  ])

  const today = await findCard('Today')
  today.getByText('6:30 PM')
  const tomorrow = await findCard('Tomorrow')
  tomorrow.getByText('Tomorrow, 10:00 AM')
})

test('card and hero of a sold-out or closed show say so, and name the next show [S-375][S-824]', async () => {
  const next = createShowtime(26 * HOURS, { _id: 'next', screen: 'Two' })
  openHome([
    createMovie('Full', {
      ratings: 9,
      showtimes: [createShowtime(2 * HOURS, { seatsLeft: 0 }), next],
    }),
    createMovie('Closed', { ratings: 8, showtimes: [createShowtime(15), next] }),
  ])

  const full = await findCard('Full')
  full.getByText('This show is sold out')
  full.getByRole('link', { name: 'Tomorrow, 12:00 PM, Two' })
  expect(full.getByRole('link', { name: 'Join the Waiting List' }).getAttribute('href')).toBe(
    '/tickets/id-of-Full/in-120',
  )
  expect(full.queryByRole('link', { name: 'Book Now' })).toBeNull()
  const hero = within(screen.getByRole('region', { name: 'Featured movie' }))
  hero.getByText('This show is sold out', { exact: false })
  hero.getByRole('link', { name: 'Tomorrow, 12:00 PM, Two' })
})

test('an announced movie that a search finds offers no legacy booking [S-380][S-824]', async () => {
  const user = openHome([
    createMovie('Amaran', { showtimes: [createShowtime(2 * HOURS)] }),
    createMovie('Soon', { slug: 'soon', releaseDate: '2026-12-24' }),
  ])
  await findCard('Amaran')

  await user.type(screen.getByPlaceholderText('Search for a movie...'), 'soon')

  const card = await findCard('Soon')
  card.getByText('Coming Thu, 24 Dec 2026')
  expect(card.getByRole('link', { name: 'Tell Me' }).getAttribute('href')).toBe('/movies/soon')
  expect(card.queryByText(/Legacy/)).toBeNull()
})

test('the key / focuses the search, but not while the visitor types [S-826]', async () => {
  const user = openHome([createMovie('Amaran', { showtimes: [createShowtime(2 * HOURS)] })])
  await findCard('Amaran')
  const search = screen.getByPlaceholderText('Search for a movie...')

  await user.keyboard('/')
  expect(document.activeElement).toBe(search)
  expect(search).toHaveProperty('value', '')
  await user.keyboard('a/')
  expect(search).toHaveProperty('value', 'a/')
})

test('the key / does nothing on a device on which it is switched off [S-970]', async () => {
  setSearchShortcut(false)
  const user = openHome([createMovie('Amaran', { showtimes: [createShowtime(2 * HOURS)] })])
  await findCard('Amaran')
  const search = screen.getByPlaceholderText('Search for a movie...')

  await user.keyboard('/')

  expect(document.activeElement).toBe(document.body)
  expect(search.getAttribute('aria-keyshortcuts')).toBeNull()
  setSearchShortcut(true)
})

const evening = createShowtime(8 * HOURS)
const pair: PairProposal = {
  showtime: {
    ...evening,
    movieId: 'id-of-Amaran',
    endTime: evening.startTime,
    language: 'Tamil',
    categories: [],
    seatsLeft: 80,
  },
  seatIds: ['f6', 'f7'],
  seats: 'F6–F7',
  price: 360,
  view: "Centre, at a good distance: the director's seat.",
}

function openPairs(proposals = [pair]) {
  const asked: string[] = []
  mockApi.use(
    http.get('*/api/showtimes/pairs', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(proposals)
    }),
  )
  const user = openHome([createMovie('Amaran', { showtimes: [evening] })])
  return { asked, user }
}

test('Two for Tonight proposes pairs in one tap and holds one in the second [S-820]', async () => {
  const { asked, user } = openPairs()
  await findCard('Amaran')
  expect(asked).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Two for Tonight' }))
  const proposal = within(await screen.findByRole('article', { name: 'Amaran, 6:00 PM' }))
  proposal.getByText('F6–F7, ₹360, 20% full')
  proposal.getByText("Centre, at a good distance: the director's seat.")
  expect(asked).toEqual(['?date=2026-12-01'])
  expect(document.activeElement?.textContent).toBe('Two for Tonight')
  expect(sentMessages).toEqual([])

  await user.click(proposal.getByRole('button', { name: 'Take F6–F7 for Amaran, 6:00 PM' }))

  await screen.findByText('/tickets/id-of-Amaran/in-480', { exact: false })
  expect(sentMessages).toEqual([
    ['holdBlock', { showtimeId: 'in-480', replace: true, seatIds: ['f6', 'f7'] }],
  ])
})

test('Two for Tonight says nothing about the share of sold seats while none is sold [S-820]', async () => {
  const { seatsTotal } = pair.showtime
  const { user } = openPairs([{ ...pair, showtime: { ...pair.showtime, seatsLeft: seatsTotal } }])
  await findCard('Amaran')

  await user.click(screen.getByRole('button', { name: 'Two for Tonight' }))

  await screen.findByText('F6–F7, ₹360')
})

test('Two for Tonight holds the next best pair when another visitor was faster [S-820]', async () => {
  const { asked, user } = openPairs()
  setReply((event) => ({
    ok: false,
    code: event === 'holdBlock' ? 'TAKEN' : 'CLOSED',
    message: 'Booking cutoff time passed',
  }))
  await user.click(await screen.findByRole('button', { name: 'Two for Tonight' }))

  await user.click(await screen.findByRole('button', { name: /^Take F6–F7/ }))

  await waitFor(() => expect(asked).toHaveLength(2))
  expect(sentMessages.map(([event]) => event)).toEqual(['holdBlock', 'holdBest'])
  screen.getByRole('article', { name: 'Amaran, 6:00 PM' })
})

test('Two for Tonight says that it holds another pair than the one that was pressed [S-820]', async () => {
  const { user } = openPairs()
  setReply((event) =>
    event === 'holdBlock'
      ? { ok: false, code: 'TAKEN', message: 'This seat is already held by another user.' }
      : okAck(),
  )
  await user.click(await screen.findByRole('button', { name: 'Two for Tonight' }))

  await user.click(await screen.findByRole('button', { name: /^Take F6–F7/ }))

  await screen.findByText('/tickets/id-of-Amaran/in-480', { exact: false })
  expect(useNotifications.getState().visible.map(({ text }) => text)).toEqual([
    'F6–F7 was just taken. You have the next best pair.',
  ])
})

test('Two for Tonight becomes tomorrow when no evening show of today is left [S-820]', async () => {
  openHome([
    createMovie('Amaran', {
      showtimes: [createShowtime(8 * HOURS, { seatsLeft: 1 }), createShowtime(32 * HOURS)],
    }),
  ])

  await screen.findByRole('button', { name: 'Two for Tomorrow' })
})

test('on the day of a booked show My evening takes the place of the hero [S-825]', async () => {
  const startsAt = Date.now() + 8 * HOURS * MINUTE_MS
  const booking = createBooking({
    startsAt,
    parkingSlots: [
      { _id: 't4', slotNumber: 'T4', type: 'twoWheeler', vehicleNumber: 'TN01AB1234' },
    ],
  })
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([booking])),
    http.get('*/api/cinema', () => HttpResponse.json(cinema)),
  )
  const user = openHome([createMovie('Amaran', { showtimes: [evening] })])
  await screen.findByRole('region', { name: 'Featured movie' })
  act(() => session.setUser(asha))

  const section = within(await screen.findByRole('region', { name: 'My evening' }))
  expect(screen.queryByRole('region', { name: 'Featured movie' })).toBeNull()
  section.getByText('Starts in 8 h 0 min')
  section.getByText('6:00 PM, Screen 2')
  section.getByText('C1 C2')
  section.getByText('T4')
  // Twenty minutes before the start, and half an hour away.
  section.getByText('5:10 PM')
  expect(section.getByRole('link', { name: 'Show Ticket' }).getAttribute('href')).toBe(
    `/bookings/${booking.bookingReference}`,
  )

  await user.selectOptions(section.getByRole('combobox'), '60 min away')
  section.getByText('4:40 PM')
  expect(JSON.parse(localStorage.getItem('travel') ?? '').state).toEqual({ minutes: 60 })
})

test('My evening stays when the movies cannot be fetched [S-825]', async () => {
  const startsAt = Date.now() + 8 * HOURS * MINUTE_MS
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => HttpResponse.json([createBooking({ startsAt })])),
    http.get('*/api/cinema', () => HttpResponse.json(cinema)),
    http.get('*/api/movies', () => errorResponse(400, 'INVALID', 'No.')),
  )
  act(() => session.setUser(asha))
  renderPages({ to: '/', pages: { '/': <HomePage /> } })

  await screen.findByRole('region', { name: 'My evening' })
  await screen.findByText('Failed to fetch movies')
})

test('saved tickets appear with Try Again when the movies cannot be fetched, and give way to the movies', async () => {
  const booking = createBooking({ startsAt: Date.now() + 8 * HOURS * MINUTE_MS })
  vi.spyOn(device, 'readDeviceTickets').mockResolvedValue([
    { userId: asha._id, ticket: createTicket(booking, cinema), passes: createPasses(booking) },
  ])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const movies = [createMovie('Amaran', { showtimes: [evening] })]
  mockApi.use(
    http.get('*/api/bookings/user/u1', () => errorResponse(503, 'UNAVAILABLE', 'Not now.')),
    http.get('*/api/cinema', () => errorResponse(503, 'UNAVAILABLE', 'Not now.')),
    http.get('*/api/movies', () => errorResponse(400, 'INVALID', 'No.'), { once: true }),
    http.get('*/api/movies', () => HttpResponse.json(movies)),
  )
  act(() => session.setUser(asha))
  const user = renderPages({ to: '/', pages: { '/': <HomePage /> } })

  const missing = within(await screen.findByRole('region', { name: 'Movies' }))
  screen.getByRole('img', { name: /^QR code/ })
  await user.click(missing.getByRole('button', { name: 'Try Again' }))

  await findCard('Amaran')
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
})

test('findEvening finds the next show of the day that is not over, with the night after it [S-825]', () => {
  const now = Date.now()
  const at = (hours: number, changes = {}) =>
    createBooking({ startsAt: now + hours * HOURS * MINUTE_MS, duration: 60, ...changes })
  const night = at(14.5)
  const running = at(-0.5)

  expect(findEvening([at(24), at(-2)], now)).toBeUndefined()
  expect(findEvening([at(3, { cancelled: true }), night], now)).toBe(night)
  expect(findEvening([night, at(3), running], now)).toBe(running)
})
