import { PAGES } from '@marquee/contract/pages'
import { cinemaTime } from '@marquee/contract/time'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { test } from 'vitest'
import { cinema } from '#lib/cinema.ts'
import { LegacyTicketsPage } from '#pages/legacy-tickets.tsx'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
const showtime = createShowtime(120)
const startsAt = cinemaTime(Date.parse(showtime.startTime), cinema.timeZone)

function follow(link: string, showtimes = [showtime]) {
  mockApi.use(
    http.get('*/api/movies', () => HttpResponse.json([createMovie('Amaran', { showtimes })])),
  )
  return renderPages({ to: link, pages: { [PAGES.ticketsLegacy]: <LegacyTicketsPage /> } })
}

test('an old link leads to the seat screen it meant [R-2.6]', async () => {
  follow(`/tickets/amaran/Screen%201/${encodeURIComponent(startsAt)}`)

  await screen.findByText('You are at /tickets/id-of-Amaran/in-120', { exact: false })
})

test('when that showtime is gone, the others are offered [R-2.6]', async () => {
  const person = follow('/tickets/Amaran/Screen%209/noon')

  await person.click(await screen.findByRole('link', { name: /42 left/ }))

  screen.getByText('You are at /tickets/id-of-Amaran/in-120', { exact: false })
})

test('when there are none, the page says so', async () => {
  follow('/tickets/Amaran/Screen%201/noon', [])

  await screen.findByText('Amaran has no showtimes to book')
})

test('a film nobody knows is not on the programme', async () => {
  follow('/tickets/Nothing/Screen%201/noon')

  await screen.findByText('“Nothing” is not on our programme')
})
