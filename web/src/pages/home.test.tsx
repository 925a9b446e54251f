import type { Movie } from '@marquee/contract/movies'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { HomePage } from '#pages/home.tsx'
import { asha, createMovie, createShowtime } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

// At some hours of the day a showtime would read like the time that the film itself names.
vi.useFakeTimers({ now: Date.parse('2026-12-01T04:30:00Z'), toFake: ['Date'] })

const mockApi = startMockApi()
afterEach(session.signedOut)

function visitHome(movies: Partial<Movie>[]) {
  mockApi.use(http.get('*/api/movies', () => HttpResponse.json(movies)))
  return renderPages({ to: '/', pages: { '/': <HomePage /> } })
}
const cardOf = async (name: string) => within(await screen.findByRole('article', { name }))
const names = () => screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)

const open = createMovie('Amaran', {
  showtimes: [createShowtime(120), createShowtime(300, { _id: 'late' })],
})

test('a card tells all one needs to choose [R-1.10][R-2.17][R-2.21]', async () => {
  visitHome([open])

  screen.getByRole('heading', { name: 'Now Showing', level: 1 })
  const card = await cardOf('Amaran')
  expect(document.querySelector('article img')?.getAttribute('src')).toBe('/posters/amaran.jpg')
  for (const words of ['8.4', '1,20,345 votes', 'Screen 1', 'Tamil', '6:30 PM']) {
    card.getByText(words, { exact: false })
  }
})

test('before the programme is there, the page says that it is loading [R-2.15][R-4.1]', async () => {
  visitHome([open])

  screen.getByText('Loading your experience...')
  await cardOf('Amaran')
  expect(screen.queryByText('Loading your experience...')).toBeNull()
})

test('the button leads to the seats of the first showtime and says how long it will [R-2.23]', async () => {
  const person = visitHome([open])

  const card = await cardOf('Amaran')
  card.getByText(/^Booking closes in 1h \d+m$/)
  await person.click(card.getByRole('link', { name: 'Book Now' }))

  screen.getByText('/tickets/id-of-Amaran/in-120', { exact: false })
})

test('every further showtime is a chip with the seats that are left', async () => {
  const person = visitHome([open])

  const chip = await (await cardOf('Amaran')).findByRole('link', { name: /42 left/ })
  await person.click(chip)

  screen.getByText('/tickets/id-of-Amaran/late', { exact: false })
})

test('of many showtimes a handful is shown, and the rest on demand', async () => {
  const later = Array.from({ length: 12 }, (_, hour) => createShowtime(300 + 60 * hour))
  const person = visitHome([createMovie('Amaran', { showtimes: [createShowtime(120), ...later] })])
  const card = await cardOf('Amaran')
  expect(card.getAllByRole('link', { name: /42 left/ })).toHaveLength(4)

  await person.click(card.getByRole('button', { name: '8 more' }))

  const chips = card.getAllByRole('link', { name: /42 left/ })
  expect(chips).toHaveLength(12)
  expect(document.activeElement).toBe(chips[4])
})

test('a closed showtime cannot be pressed and says why [R-4.3][R-8.2]', async () => {
  visitHome([createMovie('Amaran', { showtimes: [createShowtime(-5)] })])

  const card = await cardOf('Amaran')
  expect(card.getByRole('button', { name: 'Booking Closed' })).toHaveProperty('disabled', true)
  card.getByText('Show has started')
})

test('a film without a showtime is booked by the old kind of link [R-2.24][R-8.3]', async () => {
  const person = visitHome([createMovie('Amaran')])

  const card = await cardOf('Amaran')
  card.getByText('Real-time booking not available for this movie')
  await person.click(card.getByRole('link', { name: 'Book Now (Legacy)' }))

  screen.getByText('/tickets/Amaran/Screen%201/6%3A30%20PM', { exact: false })
})

test('a showtime past its cutoff cannot be pressed and says why [R-4.4][R-8.2]', async () => {
  visitHome([createMovie('Amaran', { showtimes: [createShowtime(15)] })])

  const card = await cardOf('Amaran')
  expect(card.getByRole('button', { name: 'Booking Closed' })).toHaveProperty('disabled', true)
  card.getByText('Booking cutoff time passed')
})

test('a film of whose first showtime only the id is known can be booked [R-3.3]', async () => {
  const person = visitHome([createMovie('Amaran', { showtimes: ['just-an-id'] })])

  await person.click((await cardOf('Amaran')).getByRole('link', { name: 'Book Now' }))

  screen.getByText('/tickets/id-of-Amaran/just-an-id', { exact: false })
})

test('nobody is welcomed by name before signing in [R-2.18]', async () => {
  visitHome([open])

  await cardOf('Amaran')
  expect(screen.queryByText(/Welcome,/)).toBeNull()
})

test('search takes any part of a name in any case, and says when nothing fits [R-2.19][R-5.17]', async () => {
  const person = visitHome([open, createMovie('Metropolis')])
  await cardOf('Metropolis')

  await person.type(screen.getByPlaceholderText('Search for a movie...'), 'METRO')
  expect(names()).toEqual(['Metropolis'])

  await person.type(screen.getByPlaceholderText('Search for a movie...'), 'zz')
  expect(screen.queryAllByRole('article')).toEqual([])

  await person.click(screen.getByRole('button', { name: 'Show All Films' }))
  expect(names()).toEqual(['Amaran', 'Metropolis'])
})

test('the poster opens the details, which close again where one was [R-2.22]', async () => {
  const person = visitHome([open])
  const poster = await screen.findByRole('button', { name: 'Details of Amaran' })

  await person.click(poster)
  const details = within(await screen.findByRole('dialog', { name: 'Amaran' }))
  for (const words of ['War, Drama', 'Anjali Rao, Dev Menon', 'A colonel keeps a promise.']) {
    details.getByText(words)
  }
  await person.click(details.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(document.activeElement).toBe(poster))
})

test('somebody signed in is welcomed by e-mail [R-2.18]', async () => {
  session.signedInAs(asha)
  visitHome([open])

  screen.getByText('Welcome, asha@example.com')
  await cardOf('Amaran')
})

test('a programme that cannot be read is said so in its place, and can be tried again [R-2.16][R-4.1][R-8.1]', async () => {
  mockApi.use(http.get('*/api/movies', () => errorResponse(400, 'INVALID', 'No.')))
  const person = renderPages({ to: '/', pages: { '/': <HomePage /> } })
  const failure = await screen.findByText('Failed to fetch movies')
  expect(failure.className).toContain('text-danger')
  expect(screen.queryByRole('article')).toBeNull()

  mockApi.use(http.get('*/api/movies', () => HttpResponse.json([open])))
  await person.click(screen.getByRole('button', { name: 'Try Again' }))

  await cardOf('Amaran')
})

test('a server that says title and leaves out lists is understood [R-3.2]', async () => {
  const { name: title, showtimes: _, cast: __, ...rest } = open
  visitHome([{ ...rest, title } as Partial<Movie>])

  await cardOf('Amaran')
})
