import { PAGES } from '@marquee/contract/pages'
import { formatTime } from '@marquee/contract/time'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { findMovieByName, findNextShowtime, LegacySeatScreenPage } from './legacy-seat-screen.tsx'

const mockApi = startMockApi()
const showtime = createShowtime(120)
const startsAt = formatTime(Date.parse(showtime.startTime), siteSettings.timeZone)

function open(link: string, showtimes = [showtime]) {
  mockApi.use(
    http.get('*/api/movies', () => HttpResponse.json([createMovie('Amaran', { showtimes })])),
  )
  return renderPages({ to: link, pages: { [PAGES.seatScreenLegacy]: <LegacySeatScreenPage /> } })
}

test('LegacySeatScreenPage redirects to the matching showtime [R-2.6]', async () => {
  open(`/tickets/amaran/Screen%201/${encodeURIComponent(startsAt)}`)

  await screen.findByText('You are at /tickets/id-of-Amaran/in-120', { exact: false })
})

test('LegacySeatScreenPage without a matching showtime shows the next ones [R-2.6]', async () => {
  const user = open('/tickets/Amaran/Screen%209/noon')

  await user.click(await screen.findByRole('link', { name: /42 left/ }))

  screen.getByText('You are at /tickets/id-of-Amaran/in-120', { exact: false })
})

test.each([
  ['without bookable showtimes', 'Amaran', 'Amaran has no showtimes to book'],
  ['with only a part of a name', 'Amar', 'No movies found for “Amar”'],
])('LegacySeatScreenPage %s shows a message', async (_case, movie, message) => {
  open(`/tickets/${movie}/Screen%201/noon`, [])

  await screen.findByText(message)
})

const ZONE = 'Asia/Kolkata'
const now = Date.parse('2026-12-01T10:00:00+05:30')
const at = (startTime: string, screen = 'Screen 1') =>
  createShowtime(0, { _id: `${startTime} ${screen}`, startTime, screen })

const movie = createMovie('Amaran', {
  showtimes: [
    at('2026-12-03T18:30:00+05:30'),
    at('2026-12-02T18:30:00+05:30'),
    at('2026-12-02T18:30:00+05:30', 'Screen 2'),
    at('2026-11-30T18:30:00+05:30'),
  ],
})

test.each([
  ['Screen 1', '6:30 PM', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', '6.30pm', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', '18:30', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', ' 06:30 pm ', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['sCREEN 2', '6:30 PM', '2026-12-02T18:30:00+05:30 Screen 2'],
  ['Screen 3', '6:30 PM', undefined],
  ['Screen 1', '6:30 AM', undefined],
  ['Screen 1', 'evening', undefined],
])('findNextShowtime in %s at %j returns %s', (screen, timing, id) => {
  const link = { movieName: 'Amaran', screen, timing }

  expect(findNextShowtime(movie, link, now, ZONE)?._id).toBe(id)
})

test('findMovieByName finds a name in another Unicode form [S-621]', () => {
  const movies = [createMovie('Am\u00e9lie')]

  expect(findMovieByName(movies, 'ame\u0301lie')).toBe(movies[0])
})
