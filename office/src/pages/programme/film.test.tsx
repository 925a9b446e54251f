import type { StaffMovie } from '@marquee/contract/office/programme/movies'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { FilmPage } from './film.tsx'
import { FilmsPage } from './films.tsx'

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
      <Route path="/programme/films" element={<FilmsPage />} />
      <Route path="/programme/films/new" element={<FilmPage />} />
      <Route path="/programme/films/:movieId" element={<FilmPage />} />
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

test('FilmsPage lists the films with their state, and a film opens [S-912]', async () => {
  open('/programme/films')
  const table = within(await screen.findByRole('table', { name: 'Films' }))
  table.getByText('Showing')
  table.getByText('Past')
  fireEvent.click(table.getByRole('link', { name: 'Amaran' }))

  expect(await screen.findByLabelText('Cast')).toHaveProperty(
    'value',
    'Sivakarthikeyan, Sai Pallavi',
  )
})

test('FilmForm shows the card, and adds the film without the fields that are empty [S-912]', async () => {
  const sent = open('/programme/films/new')
  fillIn()
  const card = within(screen.getByRole('article', { name: 'Preview of the card' }))
  card.getByText('Premiere')
  card.getByText('Drama · 100 min · U · Tamil')
  click('Add the film')

  await screen.findByRole('table', { name: 'Films' })
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

test('FilmForm does not send a film without its name [S-912]', async () => {
  const sent = open('/programme/films/new')
  fillIn()
  type('Name', ' ')
  click('Add the film')

  await screen.findByText('Please fill this in.')
  expect(sent).toEqual([])
})

test('FilmForm of a film sends null for a field that was emptied [S-912]', async () => {
  const sent = open('/programme/films/amaran', [['/movies/amaran', { movie: AMARAN }]])
  await screen.findByRole('form', { name: 'Film' })
  type('Trailer, optional', '')
  type('Release, optional', '2026-12-24')
  click('Save')

  await screen.findByRole('table', { name: 'Films' })
  expect(sent[0]?.body).toMatchObject({
    name: 'Amaran',
    trailer: null,
    releaseDate: '2026-12-24',
    imageUrl: 'amaran.jpg',
  })
})

test('FilmForm uploads the poster after the fields, and shows it before [S-913]', async () => {
  const sent = open('/programme/films/new', [
    ['/movies/amaran/poster', { movie: AMARAN }],
    ['/movies', { movie: AMARAN, movies: [AMARAN] }],
  ])
  fillIn()
  const file = new File(['picture'], 'premiere.png', { type: 'image/png' })
  choose(file)
  await screen.findByText('Choose another poster')
  expect(document.querySelector('article img')?.getAttribute('src')).toMatch(/^data:image\/png/)
  click('Add the film')

  await screen.findByRole('table', { name: 'Films' })
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/office/movies',
    '/api/office/movies/amaran/poster',
  ])
  expect(sent[1]?.body).toBe(file)
})

test('FilmForm whose poster was refused changes the film that it has added [S-913]', async () => {
  const message = 'Please choose a picture that is whole.'
  const sent = open('/programme/films/new', [
    ['/movies/amaran/poster', () => refusal('UNSUPPORTED_MEDIA_TYPE', message, 415)],
    ['/movies/amaran', { movie: AMARAN }],
  ])
  fillIn()
  choose(new File(['text'], 'premiere.png', { type: 'image/png' }))
  await screen.findByText('Choose another poster')
  click('Add the film')
  await screen.findByText(message)
  click('Add the film')

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
  open('/programme/films/new')
  const file = new File(['x'], name, { type: kind })
  Object.defineProperty(file, 'size', { value: size })
  choose(file)

  screen.getByText(text, { selector: '.text-danger' })
  expect(screen.queryByText('Choose another poster')).toBeNull()
})

test('a film with shows to come cannot be removed, another can [S-912]', async () => {
  const sent = open('/programme/films/lucky', [['/movies/lucky', { success: true }]])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the film' }))
  const table = within(await screen.findByRole('table', { name: 'Films' }))
  expect(sent).toEqual([{ path: '/api/office/movies/lucky', body: null }])

  fireEvent.click(table.getByRole('link', { name: 'Amaran' }))
  expect(await screen.findByRole('button', { name: 'Remove the film' })).toHaveProperty(
    'disabled',
    true,
  )
})
