import type { Movie } from '@marquee/contract/movies/movies'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { HOUR_MS } from '@marquee/contract/time'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { HomePage } from './home.tsx'

// Ten o'clock in the cinema.

const mockApi = startMockApi()

/** A showtime of Amaran that starts this many hours from now. */
function createShow(hours: number, changes: Partial<ProgrammeShowtime> = {}): ProgrammeShowtime {
  const showtime = createShowtime(60 * hours, { movieId: 'id-of-Amaran', ...changes })
  const endTime = new Date(Date.parse(showtime.startTime) + 2 * HOUR_MS).toISOString()
  return { ...showtime, endTime, language: 'Tamil', categories: [], ...changes }
}
const amaran = createMovie('Amaran', { genre: 'War', showtimes: [createShow(2), createShow(8)] })
const metropolis = createMovie('Metropolis', { genre: 'Drama', showtimes: [createShow(30)] })

function openDay(
  to: string,
  showtimes: ProgrammeShowtime[],
  movies: Movie[] = [amaran, metropolis],
) {
  const asked: string[] = []
  mockApi.use(
    http.get('*/api/movies', () => HttpResponse.json(movies)),
    http.get('*/api/showtimes', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(showtimes)
    }),
  )
  return { asked, user: renderPages({ to, pages: { '/': <HomePage /> } }) }
}
const findMovie = async (name: string) => within(await screen.findByRole('article', { name }))
const movieNames = () =>
  screen.queryAllByRole('heading', { level: 2 }).map((name) => name.textContent)
const linkNames = (list = 'Showtimes of Amaran') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('the listing asks for no programme until a day is chosen [S-373]', async () => {
  const { asked, user } = openDay('/', [createShow(26, { date: '2026-12-02' })])
  await findMovie('Amaran')
  const days = within(screen.getByRole('navigation', { name: 'Showtimes by day' }))
  const names = () =>
    days.getAllByRole('link').map(({ textContent, ariaCurrent }) => [textContent, ariaCurrent])
  expect(names()).toEqual([
    ['All movies', 'page'],
    ['Today', null],
    ['Tomorrow', null],
  ])
  expect(asked).toEqual([])

  await user.click(days.getByRole('link', { name: 'Tomorrow' }))

  const movie = await findMovie('Amaran')
  await movie.findByRole('link', { name: /12:00 PM – 2:00 PM/ })
  expect(asked).toEqual(['?date=2026-12-02'])
  expect(names().map(([, current]) => current)).toEqual([null, null, 'page'])
})

test('DayProgramme shows times, screens and seats left in words, without started shows [S-373]', async () => {
  openDay('/?date=2026-12-01', [
    createShow(-1, { _id: 'started' }),
    createShow(0.25, { _id: 'closed', screen: 'Screen 3' }),
    createShow(2, { _id: 'free', seatsLeft: 42 }),
    createShow(4, { _id: 'fast', seatsLeft: 20 }),
    createShow(6, { _id: 'last', seatsLeft: 6 }),
    createShow(8, { _id: 'sold-out', seatsLeft: 0 }),
  ])

  await findMovie('Amaran')
  expect(linkNames('Showtimes of Amaran, Screen 1')).toEqual([
    '12:00 PM – 2:00 PM42 left',
    '2:00 PM – 4:00 PMFilling fast',
    '4:00 PM – 6:00 PMLast 6',
    '6:00 PM – 8:00 PMSold outWaiting list',
  ])
  // The screens are named, because there are two of them.
  expect(linkNames('Showtimes of Amaran, Screen 3')).toEqual(['10:15 AM – 12:15 PMClosed'])
})

test('a chosen day takes the place of hero and title [S-821]', async () => {
  const { user } = openDay('/', [createShow(2)])
  await screen.findByRole('region', { name: 'Featured movie' })
  const title = screen.getByRole('heading', { name: 'Now Showing', level: 1 })
  expect(title.className).not.toContain('sr-only')

  await user.click(screen.getByRole('link', { name: 'Today' }))

  await screen.findByRole('list', { name: 'Showtimes of Amaran' })
  expect(screen.queryByRole('region', { name: 'Featured movie' })).toBeNull()
  expect(title.className).toContain('sr-only')
  expect(document.activeElement?.textContent).toBe('Today')
})

test('a page opened with a search has no hero until the search is cleared [S-821]', async () => {
  const { user } = openDay('/?q=amaran', [createShow(2)])
  const hero = () => screen.queryByRole('region', { name: 'Featured movie' })
  expect(hero()).toBeNull()
  await findMovie('Amaran')
  const search = screen.getByPlaceholderText('Search for a movie...')
  await user.type(search, '{Backspace}')
  expect(hero()).toBeNull()

  await user.clear(search)
  expect(hero()).not.toBeNull()

  await user.type(search, 'a')
  expect(hero()).not.toBeNull()
})

test('the message of a home page without movies takes the place of the hero [S-821]', async () => {
  openDay('/', [], [])
  screen.getByRole('region', { name: 'Featured movie' })

  await screen.findByText('No movies are showing')

  within(screen.getByRole('region', { name: 'Now Showing' })).getByText('No movies are showing')
  expect(screen.queryByPlaceholderText('Search for a movie...')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Featured movie' })).toBeNull()
})

test('today leads on to tomorrow in words, at the top when nothing is left to book [S-822]', async () => {
  const movies = [createMovie('Amaran', { showtimes: [createShow(0.25), createShow(26)] })]
  const { user } = openDay(
    '/?date=2026-12-01',
    [createShow(0.25), createShow(2, { seatsLeft: 0 })],
    movies,
  )

  await screen.findByText('All shows of today are closed or sold out.')
  screen.getByText('Tomorrow starts with Amaran at 12:00 PM.', { exact: false })
  await user.click(screen.getByRole('link', { name: 'See tomorrow' }))

  expect(screen.getByRole('link', { name: 'Tomorrow' }).ariaCurrent).toBe('page')
})

test('today leads on to tomorrow with the same filters [S-822]', async () => {
  openDay('/?date=2026-12-01&language=Tamil', [createShow(2)])

  const link = await screen.findByRole('link', { name: 'See tomorrow' })

  expect(link.getAttribute('href')).toBe('/?date=2026-12-02&language=Tamil')
})

test('DayProgramme keeps its filters in the URL and can clear them [S-374]', async () => {
  const { user } = openDay('/?date=2026-12-01', [
    createShow(2, { language: 'Tamil' }),
    createShow(8, { _id: 'late', language: 'Tamil' }),
    createShow(8, { _id: 'm', movieId: 'id-of-Metropolis', language: 'Silent' }),
  ])
  await findMovie('Metropolis')

  const choose = (filter: string, value: string) =>
    user.selectOptions(screen.getByRole('combobox', { name: filter }), value)
  await choose('Time', 'Evening')
  await choose('Language', 'Tamil')
  expect(movieNames()).toEqual(['Amaran'])
  expect(linkNames()).toEqual(['6:00 PM – 8:00 PM42 left'])
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'Tamil')
  // All showtimes have the same categories of seats.
  expect(screen.queryByRole('combobox', { name: 'Seats' })).toBeNull()

  await choose('Genre', 'Drama')
  await user.click(await screen.findByRole('button', { name: 'Clear Filters' }))
  expect(movieNames()).toEqual(['Amaran', 'Metropolis'])
})

test('a link with a day, a search and filters shows the same [S-374]', async () => {
  openDay('/?date=2026-12-01&time=Evening&q=amar', [
    createShow(2),
    createShow(8, { _id: 'late' }),
    createShow(8, { _id: 'm', movieId: 'id-of-Metropolis' }),
  ])

  await findMovie('Amaran')
  expect(movieNames()).toEqual(['Amaran'])
  expect(linkNames()).toEqual(['6:00 PM – 8:00 PM42 left'])
})

test('DayProgramme says that a day has no showtimes, and repeats a failed call [S-373]', async () => {
  const { user } = openDay('/?date=2030-01-01', [])
  await screen.findByText('No showtimes for Tue, 1 Jan')

  mockApi.use(http.get('*/api/showtimes', () => errorResponse(400, 'INVALID', 'No.')))
  await user.click(screen.getByRole('link', { name: 'Today' }))
  await screen.findByText('Failed to fetch showtimes')
  mockApi.use(http.get('*/api/showtimes', () => HttpResponse.json([createShow(2)])))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await findMovie('Amaran')
})

test('a search that finds no name suggests movies with a typo, by cast and by genre, also for a day [S-379][S-595]', async () => {
  const { user } = openDay('/', [createShow(2)])
  await findMovie('Amaran')
  const search = screen.getByPlaceholderText('Search for a movie...')

  await user.type(search, 'amarn')
  await screen.findByText('Did you mean:')
  expect(screen.queryByText(/No movies found/)).toBeNull()
  expect(movieNames()).toEqual(['Amaran'])

  await user.clear(search)
  await user.type(search, 'anjali')
  await screen.findByText('Found in the cast:')
  expect(movieNames()).toEqual(['Amaran', 'Metropolis'])

  await user.click(screen.getByRole('link', { name: 'Today' }))
  await screen.findByRole('list', { name: 'Showtimes of Amaran' })
  screen.getByText('Found in the cast:')
  expect(movieNames()).toEqual(['Amaran'])
})

test('an announced movie is listed under Coming Soon until its day, and found by a search [S-380]', async () => {
  const announced = (name: string, releaseDate: string) =>
    createMovie(name, { slug: name.toLowerCase(), releaseDate })
  const { user } = openDay(
    '/',
    [],
    [amaran, announced('Soon', '2026-12-01'), announced('Late', '2026-11-30')],
  )
  await findMovie('Late')

  const section = within(screen.getByRole('region', { name: 'Coming Soon' }))
  section.getByText('Tue, 1 Dec 2026')
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/movies/soon',
    '/movies/soon',
  ])
  expect(screen.getAllByRole('article')).toHaveLength(2)

  await user.type(screen.getByPlaceholderText('Search for a movie...'), 'soo')
  expect(movieNames()).toEqual(['Soon'])
})

test('MovieCard whose first show is closed offers the next one in words [S-375]', async () => {
  const showtimes = [createShowtime(15), createShowtime(26 * 60, { _id: 'next', screen: 'Two' })]
  openDay('/', [], [createMovie('Amaran', { showtimes })])

  const card = await findMovie('Amaran')
  expect(card.getByRole('button', { name: 'Booking Closed' })).toHaveProperty('disabled', true)
  card.getByText('Booking cutoff time passed')
  card.getByText('Next show:', { exact: false })
  expect(card.getByRole('link', { name: 'Tomorrow, 12:00 PM, Two' }).getAttribute('href')).toBe(
    '/tickets/id-of-Amaran/next',
  )
})
