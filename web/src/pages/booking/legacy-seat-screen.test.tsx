import { PAGES } from '@marquee/contract/pages'
import { formatTime } from '@marquee/contract/time'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { test } from 'vitest'
import { siteSettings } from '#lib/site-settings.ts'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { LegacySeatScreenPage } from './legacy-seat-screen.tsx'

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
