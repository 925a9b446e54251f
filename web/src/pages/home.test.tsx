import type { Movie } from '@marquee/contract/movies/movies'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { asha, createMovie, createShowtime } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { readFacts, renderPages } from '#test/render-pages.tsx'
import { HomePage } from './home.tsx'

// A fixed time: at other times a showtime could have the same text as the timing of the movie.

const mockApi = startMockApi()
afterEach(session.clearUser)

function openHome(movies: Partial<Movie>[]) {
  mockApi.use(http.get('*/api/movies', () => HttpResponse.json(movies)))
  return renderPages({ to: '/', pages: { '/': <HomePage /> } })
}
const findCard = async (name: string) => within(await screen.findByRole('article', { name }))
const movieNames = () =>
  screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)

const amaran = createMovie('Amaran', {
  showtimes: [createShowtime(120), createShowtime(300, { _id: 'late' })],
})

test('MovieCard shows poster, ratings, votes, screen, language and timing after the loading text [R-1.10][R-2.15][R-2.17][R-2.21][R-4.1]', async () => {
  openHome([amaran])

  screen.getByRole('heading', { name: 'Now Showing', level: 1 })
  screen.getByText('Loading your experience...')
  const card = await findCard('Amaran')
  expect(screen.queryByText('Loading your experience...')).toBeNull()
  expect(document.querySelector('article img')?.getAttribute('src')).toBe('/posters/amaran.jpg')
  for (const text of ['8.4', '1,20,345 votes', 'Screen 1', 'Tamil', '6:30 PM']) {
    card.getByText(text, { exact: false })
  }
  for (const text of ['War, Drama', '169 min', 'UA']) card.getByText(text)
})

test.each([
  ['Book Now', 'the first showtime', 'in-120'],
  [/42 left/, 'another showtime with its free seats', 'late'],
])(
  'MovieCard has a link %s to %s and shows the time left [R-2.23]',
  async (name, _to, showtimeId) => {
    const user = openHome([amaran])
    const card = await findCard('Amaran')
    card.getByText(/^Booking closes in 1h \d+m$/)

    await user.click(card.getByRole('link', { name }))

    screen.getByText(`/tickets/id-of-Amaran/${showtimeId}`, { exact: false })
  },
)

test('ShowtimeChips shows four showtimes and the others on demand', async () => {
  const later = Array.from({ length: 12 }, (_, hour) => createShowtime(300 + 60 * hour))
  const user = openHome([createMovie('Amaran', { showtimes: [createShowtime(120), ...later] })])
  const card = await findCard('Amaran')
  expect(card.getAllByRole('link', { name: /42 left/ })).toHaveLength(4)

  await user.click(card.getByRole('button', { name: '8 more' }))

  const chips = card.getAllByRole('link', { name: /42 left/ })
  expect(chips).toHaveLength(12)
  expect(document.activeElement).toBe(chips[4])
})

test.each([
  ['after the start', -5, 'Show has started'],
  ['after the cutoff', 15, 'Booking cutoff time passed'],
])('MovieCard disables the button %s [R-4.3][R-4.4][R-8.2]', async (_, startsIn, message) => {
  openHome([createMovie('Amaran', { showtimes: [createShowtime(startsIn)] })])

  const card = await findCard('Amaran')
  expect(card.getByRole('button', { name: 'Booking Closed' })).toHaveProperty('disabled', true)
  card.getByText(message)
})

test.each([[[]], [['undefined']], [['']], [[createShowtime(90, { _id: 'undefined' })]]])(
  'MovieCard without a usable showtime has a legacy link: %j [R-2.24][R-8.3]',
  async (showtimes) => {
    const user = openHome([createMovie('Amaran', { showtimes })])

    const card = await findCard('Amaran')
    card.getByText('Real-time booking not available for this movie')
    await user.click(card.getByRole('link', { name: 'Book Now (Legacy)' }))

    screen.getByText('/tickets/Amaran/Screen%201/6%3A30%20PM', { exact: false })
  },
)

test('MovieSearch filters by a part of the name in any case [R-2.19][R-5.17]', async () => {
  const user = openHome([amaran, createMovie('Metropolis')])
  await findCard('Metropolis')

  await user.type(screen.getByPlaceholderText('Search for a movie...'), 'METRO')
  expect(movieNames()).toEqual(['Metropolis'])

  await user.type(screen.getByPlaceholderText('Search for a movie...'), 'zz')
  expect(screen.queryAllByRole('article')).toEqual([])
  await screen.findByText('No movies found for “METROzz”')
  // The suggestions, with this button, are loaded when they are needed.
  await screen.findByRole('list', { name: 'Suggested movies' })

  await user.click(screen.getByRole('button', { name: 'Show All Movies' }))
  expect(movieNames()).toEqual(['Amaran', 'Metropolis'])
})

test('MovieCard opens the details and returns the focus when they close [R-2.22]', async () => {
  const user = openHome([amaran])
  const poster = await screen.findByRole('button', { name: 'Details of Amaran' })

  await user.click(poster)
  const details = within(await screen.findByRole('dialog', { name: 'Amaran' }))
  expect(readFacts(screen.getByRole('dialog'))).toEqual({
    Genre: 'War, Drama',
    Duration: '169 min',
    Certificate: 'UA',
    Language: 'Tamil',
    Cast: 'Anjali Rao, Dev Menon',
    Summary: 'A colonel keeps a promise.',
  })
  await user.click(details.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(document.activeElement).toBe(poster))
})

test('MovieDetails has the booking button of the card', async () => {
  const user = openHome([amaran])
  await user.click(await screen.findByRole('button', { name: 'Details of Amaran' }))
  const details = within(await screen.findByRole('dialog', { name: 'Amaran' }))
  details.getByText(/^Booking closes in 1h \d+m$/)

  await user.click(details.getByRole('link', { name: 'Book Now' }))

  screen.getByText('/tickets/id-of-Amaran/in-120', { exact: false })
})

test('the choice of two columns of posters is kept on this device', async () => {
  const user = openHome([amaran])
  const toggle = await screen.findByRole('button', { name: 'Two columns of posters' })
  expect(toggle.ariaPressed).toBe('false')

  await user.click(toggle)

  expect(toggle.ariaPressed).toBe('true')
  expect(JSON.parse(localStorage.getItem('listing') ?? '')).toMatchObject({
    state: { twoColumns: true },
  })
  await user.click(toggle)
})

test('NowShowing shows the error text and Try Again after a failure [R-2.16][R-4.1][R-8.1]', async () => {
  mockApi.use(http.get('*/api/movies', () => errorResponse(400, 'INVALID', 'No.')))
  const user = renderPages({ to: '/', pages: { '/': <HomePage /> } })
  const failure = await screen.findByText('Failed to fetch movies')
  expect(failure.className).toContain('text-danger')
  expect(screen.queryByRole('article')).toBeNull()

  mockApi.use(http.get('*/api/movies', () => HttpResponse.json([amaran])))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await findCard('Amaran')
})

test('NowShowing without movies shows a message, and welcomes only the signed-in user [R-2.18]', async () => {
  openHome([])
  await screen.findByText('No movies are showing')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/Welcome,/)).toBeNull()

  act(() => session.setUser(asha))

  screen.getByText('Welcome, asha@example.com')
})

test('NowShowing accepts title instead of name, a missing cast and a bare showtime id without a countdown [R-3.2][R-3.3][R-4.7]', async () => {
  const { name: title, cast: _, ...rest } = amaran
  const user = openHome([{ ...rest, title, showtimes: ['just-an-id'] } as Partial<Movie>])

  const card = await findCard('Amaran')
  expect(card.queryByText(/^Booking closes/)).toBeNull()
  await user.click(card.getByRole('link', { name: 'Book Now' }))

  screen.getByText('/tickets/id-of-Amaran/just-an-id', { exact: false })
})

test('HomePage shows the movies of a server that sends the fields of the specification only [S-617]', async () => {
  const startTime = createShowtime(120).startTime
  const fields = { _id: 'm', genre: 'Drama', screen: 'Screen 1', language: 'Tamil', timing: '6 PM' }
  const showtimes = (
    [{ startTime }, { startTime, date: 'today' }, { startTime: 'soon' }, {}] as const
  ).map((times, index) => ({ _id: `s${index}`, screen: 'Screen 1', ...times }))
  openHome([
    { ...fields, name: 'Amaran', showtimes },
    { ...fields, _id: 'n', title: 'Brother', showtimes: ['bare'] },
    { ...fields, _id: 'o', name: 'Mission' },
  ] as unknown as Partial<Movie>[])

  const card = await findCard('Amaran')
  expect(card.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe('/tickets/m/s0')
  expect(card.queryByText(/undefined|NaN/)).toBeNull()
  const brother = await findCard('Brother')
  expect(brother.getByRole('link', { name: 'Book Now' }).getAttribute('href')).toBe(
    '/tickets/n/bare',
  )
  await findCard('Mission')
})
