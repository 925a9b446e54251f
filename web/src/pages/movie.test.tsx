import type { Movie } from '@marquee/contract/movies/movies'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { asha, createMovie, createShowtime } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { MoviePage } from './movie.tsx'

// Ten o'clock in the cinema.

const mockApi = startMockApi()
afterEach(session.clearUser)

function openMovie(changes: Partial<Movie> = {}) {
  const movie = createMovie('Amaran', { slug: 'amaran', ...changes })
  mockApi.use(http.get('*/api/movies/slug/amaran', () => HttpResponse.json(movie)))
  return renderPages({ to: '/movies/amaran', pages: { '/movies/:slug': <MoviePage /> } })
}
const announced = { releaseDate: '2026-12-24', trailer: 'https://videos.example/amaran' }

test('MoviePage lists the showtimes that have not started by day, earliest first [S-376]', async () => {
  openMovie({
    showtimes: [
      createShowtime(600, { seatsLeft: 6 }),
      createShowtime(120, { _id: 'early' }),
      createShowtime(-60, { _id: 'started' }),
      createShowtime(26 * 60, { _id: 'next-day', seatsLeft: 0 }),
    ],
  })

  const today = within(await screen.findByRole('region', { name: 'Today' }))
  expect(today.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '12:00 PM – 2:49 PM42 left',
    '8:00 PM – 10:49 PMLast 6',
  ])
  const tomorrow = within(screen.getByRole('region', { name: 'Tomorrow' }))
  expect(tomorrow.getByRole('link').textContent).toContain('Sold out')
})

test('MoviePage of an announced movie has its date and trailer, and asks to sign in [S-380]', async () => {
  const user = openMovie(announced)

  await screen.findByText('Coming Thu, 24 Dec 2026. Booking is not open yet.')
  expect(screen.getByRole('link', { name: 'Watch the trailer' })).toHaveProperty(
    'href',
    announced.trailer,
  )
  expect(screen.queryByRole('heading', { name: 'Showtimes' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Sign In and Be Told When Booking Opens' }))
  screen.getByText('You are at /sign-in with {"from":"/movies/amaran"}')
})

test('MoviePage sends a signed-in user a mail when booking opens, or says why not [S-381]', async () => {
  session.setUser(asha)
  const path = '*/api/movies/id-of-Amaran/tell-me'
  mockApi.use(
    http.post(path, () => errorResponse(403, 'FORBIDDEN', 'Please confirm first.')),
    http.post('*/api/auth/refresh-token', () => HttpResponse.json({ success: true })),
  )
  const user = openMovie(announced)
  const button = await screen.findByRole('button', { name: 'Tell Me When Booking Opens' })

  await user.click(button)
  await screen.findByText('Please confirm first.')

  const message = 'We will email you when booking opens.'
  mockApi.use(http.post(path, () => HttpResponse.json({ success: true, message })))
  await user.click(button)
  await screen.findByText(message)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('MoviePage says that a movie does not exist, and repeats another failed call [S-376]', async () => {
  const path = '*/api/movies/slug/none'
  const pages = { '/movies/:slug': <MoviePage /> }
  mockApi.use(http.get(path, () => errorResponse(400, 'INVALID', 'No.')))
  const user = renderPages({ to: '/movies/none', pages })
  await screen.findByText("We couldn't load the movie")

  mockApi.use(http.get(path, () => errorResponse(404, 'NOT_FOUND', 'None.')))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await screen.findByRole('heading', { name: 'Page not found' })
})
