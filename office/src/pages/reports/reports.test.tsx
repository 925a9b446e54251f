import { addDays } from '@marquee/contract/time'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { mockReports, TODAY } from '#test/report-fixtures.ts'
import { ReportsPage } from './reports.tsx'

vi.mock('#features/reports/plot.tsx', () => ({ Plot: () => <div data-testid="plot" /> }))

let requests: URL[]

beforeEach(() => {
  queryClient.clear()
  requests = mockReports()
})

const lastTakings = () => requests.findLast(({ pathname }) => pathname.endsWith('/takings'))
const queryOf = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? [])

test('what last Saturday has taken, and why less than the Saturday before, takes four clicks [S-1021]', async () => {
  renderPage('/reports', <ReportsPage />)
  let clicks = 1 // Reports in the navigation.
  const click = (element: HTMLElement) => {
    clicks += 1
    fireEvent.click(element)
  }
  const days = await screen.findByRole('table', { name: 'Takings' })
  expect(within(days).getAllByRole('row')).toHaveLength(8)

  click(await screen.findByRole('button', { name: 'Sat, 21 Nov 2026' }))

  const movies = await screen.findByRole('table', { name: 'Takings' })
  await within(movies).findByText('Amaran')
  expect(queryOf(lastTakings())).toMatchObject({ by: 'movie' })
  await screen.findByText(/Compared with Sat, 14 Nov 2026 \(a week before\)/)
  expect((await screen.findAllByText('−₹300 (−25 %)')).length).toBeGreaterThan(0)
  const [row] = within(movies)
    .getAllByRole('row')
    .filter((one) => within(one).queryByText('Amaran'))
  within(row as HTMLElement).getByText('−₹400 (−50 %)')
  expect(clicks).toBeLessThanOrEqual(4)
})

test('the chart is loaded with the days, and the table has the same figures [S-1022]', async () => {
  renderPage('/reports', <ReportsPage />)

  await screen.findByTestId('plot')

  const table = await screen.findByRole('table', { name: 'Takings' })
  expect(within(table).getAllByText('₹900').length).toBeGreaterThan(0)
})

test('a row leads to its bookings, and back to the report [S-1008]', async () => {
  renderPage('/reports?from=2026-11-21&to=2026-11-21', <ReportsPage />)

  fireEvent.click(await screen.findByRole('button', { name: 'Bookings of Amaran' }))

  await screen.findByRole('heading', { name: 'Amaran, Sat, 21 Nov 2026' })
  await screen.findByRole('link', { name: 'MQ-7KX2M9PQRS' })
  const asked = requests.find(({ pathname }) => pathname.endsWith('/reports/bookings'))
  expect(queryOf(asked)).toEqual({ from: '2026-11-21', to: '2026-11-21', by: 'movie', key: 'm1' })
  fireEvent.click(screen.getByRole('button', { name: 'Back to the report' }))
  await screen.findByRole('table', { name: 'Takings' })
})

test('the CSV file has the range and the division of the page [S-1011]', async () => {
  renderPage('/reports?from=2026-11-21&to=2026-11-22&by=category', <ReportsPage />)

  const link = await screen.findByRole('link', { name: 'CSV' })

  expect(link.getAttribute('href')).toBe(
    '/api/office/reports/takings.csv?from=2026-11-21&to=2026-11-22&by=category',
  )
})

test.each([
  ['Occupancy', 'Occupancy by weekday and hour'],
  ['Seats', 'Seats'],
  ['Visits', 'Visits'],
  ['Sales', 'Sales'],
  ['Conversion', 'Conversion'],
])('the part %s shows its table', async (part, table) => {
  renderPage('/reports', <ReportsPage />)

  fireEvent.click(await screen.findByRole('button', { name: part }))

  await screen.findByRole('table', { name: table })
})

test('seats and visits of a long range ask for a shorter one [S-1009]', async () => {
  renderPage(`/reports?report=seats&from=${addDays(TODAY, -100)}&to=${TODAY}`, <ReportsPage />)

  await screen.findByText('Please choose at most 92 days.')
})

test('the day close names what is not counted, shows the difference, and is then shown as closed [S-1023]', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  renderPage('/reports?report=day-close', <ReportsPage />)
  const counted = await screen.findByLabelText('Counted at Box office, in rupees')

  fireEvent.click(screen.getByRole('button', { name: 'Close the day' }))
  await screen.findByText('Whole rupees')
  fireEvent.change(counted, { target: { value: '790' } })
  await screen.findByText('₹10 missing')
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'short' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close the day' }))

  await waitFor(() => {
    const body = sent.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]?.body
    expect(JSON.parse(String(body))).toEqual({
      date: TODAY,
      counts: [{ device: 'd2', cash: 790 }],
      note: 'short',
    })
  })
  await screen.findByText(/^Closed /)
  expect(screen.queryByRole('button', { name: 'Close the day' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Takings' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Today' }))
  const next = addDays(TODAY, 1)
  await waitFor(() =>
    expect(requests.map(queryOf)).toContainEqual({ from: next, to: next, by: 'movie' }),
  )
})

test('the day close begins with what was counted at the sign-off of the shifts [S-1023]', async () => {
  mockReports({ signedOff: 795 })
  renderPage('/reports?report=day-close', <ReportsPage />)

  const counted = await screen.findByLabelText('Counted at Box office, in rupees')

  expect(counted).toHaveProperty('value', '795')
  await screen.findByText('₹5 missing')
})
