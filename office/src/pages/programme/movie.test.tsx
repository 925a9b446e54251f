import type { StaffMovie } from '@marquee/contract/office/programme/movies'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { MoviePage } from './movie.tsx'
import { MoviesPage } from './movies.tsx'

afterEach(() => queryClient.clear())

const AMARAN: StaffMovie = {
  _id: 'amaran',
  name: 'Amaran',
  genre: 'War',
  cast: ['Sivakarthikeyan', 'Sai Pallavi'],
  summary: 'A major.',
  ratings: 8.2,
  votes: 100,
  language: 'Tamil',
  duration: 150,
  rating: 'UA',
  imageUrl: 'amaran.jpg',
  trailer: 'https://example.com/amaran',
  state: 'showing',
  upcomingShows: 3,
  posterPath: '/posters/amaran-400.jpg',
}
const LUCKY = { ...AMARAN, _id: 'lucky', name: 'Lucky', state: 'past', upcomingShows: 0 } as const

type Answers = Parameters<typeof mockCalls>[0]

function open(path: string, answers: Answers = []) {
  const sent = mockCalls([...answers, ['/movies', { movies: [AMARAN, LUCKY], movie: AMARAN }]])
  renderPage(
    path,
    <Routes>
      <Route path="/programme/movies" element={<MoviesPage />} />
      <Route path="/programme/movies/new" element={<MoviePage />} />
      <Route path="/programme/movies/:movieId" element={<MoviePage />} />
    </Routes>,
  )
  return sent
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText(/^Choose/), { target: { files: [file] } })

function fillIn() {
  type('Name', 'Premiere')
  type('Genre', 'Drama')
  type('Language', 'Tamil')
  type('Minutes', '100')
  type('Certificate', 'U')
  type('Cast', 'Asha,  Ravi ,')
  type('Summary', 'A night.')
}

test('MoviesPage lists the movies with their state, and a movie opens [S-912]', async () => {
  open('/programme/movies')
  const table = within(await screen.findByRole('table', { name: 'Movies' }))
  table.getByText('Showing')
  table.getByText('Past')
  fireEvent.click(table.getByRole('link', { name: 'Amaran' }))

  expect(await screen.findByLabelText('Cast')).toHaveProperty(
    'value',
    'Sivakarthikeyan, Sai Pallavi',
  )
})

test.each([
  ['showing', ['Amaran']],
  ['LUCK', ['Lucky']],
  [' tamil', ['Amaran', 'Lucky']],
  ['French', []],
])('MoviesPage filters by name, language and state: %s finds %j [S-912]', async (text, names) => {
  open('/programme/movies')
  await screen.findByRole('table', { name: 'Movies' })
  type('Filter movies', text)

  const links = screen.queryAllByRole('link', { name: /^(Amaran|Lucky)$/ })
  expect(links.map(({ textContent }) => textContent)).toEqual(names)
})

test('MovieForm shows the card, and adds the movie without the fields that are empty [S-912]', async () => {
  const sent = open('/programme/movies/new')
  fillIn()
  const card = within(screen.getByRole('article', { name: 'Preview of the card' }))
  card.getByText('Premiere')
  card.getByText('Drama · 100 min · U · Tamil')
  click('Add the movie')

  await screen.findByRole('table', { name: 'Movies' })
  expect(sent).toEqual([
    {
      path: '/api/office/movies',
      body: {
        name: 'Premiere',
        genre: 'Drama',
        cast: ['Asha', 'Ravi'],
        summary: 'A night.',
        language: 'Tamil',
        duration: 100,
        rating: 'U',
        ratings: 0,
        votes: 0,
      },
    },
  ])
})

test('MovieForm does not send a movie without its name [S-912]', async () => {
  const sent = open('/programme/movies/new')
  fillIn()
  type('Name', ' ')
  click('Add the movie')

  await screen.findByText('Please fill this in.')
  expect(sent).toEqual([])
})

test('MovieForm of a movie sends null for a field that was emptied [S-912]', async () => {
  const sent = open('/programme/movies/amaran', [['/movies/amaran', { movie: AMARAN }]])
  await screen.findByRole('form', { name: 'Movie' })
  type('Trailer, optional', '')
  type('Release, optional', '2026-12-24')
  click('Save')

  await screen.findByRole('table', { name: 'Movies' })
  expect(sent[0]?.body).toMatchObject({
    name: 'Amaran',
    trailer: null,
    releaseDate: '2026-12-24',
    imageUrl: 'amaran.jpg',
  })
})

test('MovieForm uploads the poster after the fields, and shows it before [S-913]', async () => {
  const sent = open('/programme/movies/new', [
    ['/movies/amaran/poster', { movie: AMARAN }],
    ['/movies', { movie: AMARAN, movies: [AMARAN] }],
  ])
  fillIn()
  const file = new File(['picture'], 'premiere.png', { type: 'image/png' })
  choose(file)
  await screen.findByText('Choose another poster')
  expect(document.querySelector('article img')?.getAttribute('src')).toMatch(/^data:image\/png/)
  click('Add the movie')

  await screen.findByRole('table', { name: 'Movies' })
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/office/movies',
    '/api/office/movies/amaran/poster',
  ])
  expect(sent[1]?.body).toBe(file)
})

test('MovieForm whose poster was refused changes the movie that it has added [S-913]', async () => {
  const message = 'Please choose a picture that is whole.'
  const sent = open('/programme/movies/new', [
    ['/movies/amaran/poster', () => refusal('UNSUPPORTED_MEDIA_TYPE', message, 415)],
    ['/movies/amaran', { movie: AMARAN }],
  ])
  fillIn()
  choose(new File(['text'], 'premiere.png', { type: 'image/png' }))
  await screen.findByText('Choose another poster')
  click('Add the movie')
  await screen.findByText(message)
  click('Add the movie')

  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(sent.map(({ path }) => path.replace('/api/office/movies', ''))).toEqual([
    '',
    '/amaran/poster',
    '/amaran',
    '/amaran/poster',
  ])
})

test.each([
  ['text.svg', 'image/svg+xml', 10, /JPEG, PNG, WebP or AVIF picture/],
  ['large.png', 'image/png', 15 * 1024 * 1024 + 1, /at most 15 MB\.$/],
])('PosterField refuses %s of the type %s and %i bytes [S-913]', (name, kind, size, text) => {
  open('/programme/movies/new')
  const file = new File(['x'], name, { type: kind })
  Object.defineProperty(file, 'size', { value: size })
  choose(file)

  screen.getByText(text, { selector: '.text-danger' })
  expect(screen.queryByText('Choose another poster')).toBeNull()
})

test('a movie with shows to come cannot be removed, another can [S-912]', async () => {
  const sent = open('/programme/movies/lucky', [['/movies/lucky', { success: true }]])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the movie' }))
  const table = within(await screen.findByRole('table', { name: 'Movies' }))
  expect(sent).toEqual([{ path: '/api/office/movies/lucky', body: null }])

  fireEvent.click(table.getByRole('link', { name: 'Amaran' }))
  expect(await screen.findByRole('button', { name: 'Remove the movie' })).toHaveProperty(
    'disabled',
    true,
  )
})
