import { HOUR_MS } from '@marquee/contract/time'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { TodayPage } from './today.tsx'
import { ValetPage } from './valet.tsx'

test('TodayPage shows what needs attention also on a day without shows [S-448]', async () => {
  const show = createShow({
    attention: ['CANCELLATION_UNFINISHED'],
    cancelled: { reason: 'power', isFinished: false },
  })
  mockCalls([
    ['/shows', { date: '2026-12-25', screens: [show.screen], shows: [], cancelling: [show] }],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
  ])
  renderPage('/?date=2026-12-25', <TodayPage />)

  await screen.findByText('No shows on this day')
  const list = within(screen.getByRole('region', { name: 'Needs attention' }))
  list.getByText('Cancelled, 40 seats still to be refunded')
})

test('TodayPage shows an error without the text of an empty day [S-597]', async () => {
  const health = ['/health', { mails: { failed: 0, waiting: 0 } }] as const
  const screens = [createShow().screen]
  mockCalls([['/shows', { date: '2026-12-25', screens, shows: [], cancelling: [] }], health])
  renderPage('/?date=2026-12-25', <TodayPage />)
  await screen.findByText('No shows on this day')

  mockCalls([['/shows', () => refusal('INVALID', 'No shows today.', 400)], health])
  act(() => void queryClient.invalidateQueries())

  await screen.findByText('No shows today.')
  expect(screen.queryByText('No shows on this day')).toBeNull()
})

test('a number opens one of the next shows, in the order of their starts [S-1084]', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const show = (id: string, name: string, hours: number) =>
    createShow({
      _id: id,
      movie: { _id: id, name, duration: 120, rating: 'U' },
      startTime: at(hours),
      endTime: at(hours + 2),
      bookingClosesAt: at(hours - 0.5),
    })
  const shows = [show('late', 'Lucky', 3), show('over', 'Over', -4), show('soon', 'Brother', 1)]
  const date = shows[2]?.startTime.slice(0, 10)
  mockCalls([
    ['/shows', { date, screens: [shows[0]?.screen], shows, cancelling: [] }],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
  ])
  const Location = () => <p>at {useLocation().pathname}</p>
  renderPage(
    '/',
    <>
      <Location />
      <TodayPage />
    </>,
  )
  await screen.findAllByRole('link', { name: /Brother/ })

  fireEvent.keyDown(document.body, { key: '3' })
  screen.getByText('at /')
  fireEvent.keyDown(document.body, { key: '1' })
  await screen.findByText('at /shows/soon')
  fireEvent.keyDown(document.body, { key: '2' })
  await screen.findByText('at /shows/late')
})

test('TodayPage names cancelled shows, and counts neither them nor their seats', async () => {
  const cancelled = createShow({
    _id: 'show-2',
    cancelled: { reason: 'power', isFinished: true },
    movie: { _id: 'm2', name: 'Brother', duration: 120, rating: 'U' },
  })
  const screens = [cancelled.screen]
  mockCalls([
    ['/shows', { date: '2026-12-01', screens, shows: [createShow(), cancelled], cancelling: [] }],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
  ])
  renderPage('/?date=2026-12-01', <TodayPage />)

  const name = await screen.findByText('Shows')
  const totals = name.closest('dl')?.textContent
  expect(totals).toBe('Shows1Cancelled1Seats sold40/100Let in10Held now2')
  for (const link of screen.getAllByRole('link', { name: /Brother/ }))
    expect(link.textContent).toMatch(/^(?!.*40\/100).*Cancelled$/)
})

test.each([
  ['TodayPage', <TodayPage key="today" />, '/shows'],
  ['ValetPage', <ValetPage key="valet" />, '/valet'],
] as const)(
  '%s that stays open shows the next day of the cinema without a sale [S-626]',
  async (_, page, path) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answerWith = (movie: string) => {
      const show = createShow({ movie: { _id: 'm1', name: movie, duration: 120, rating: 'U' } })
      const list = { date: '2026-12-01', screens: [show.screen], shows: [show], cancelling: [] }
      mockCalls([
        [path, list],
        ['/show-1', { vehicles: [] }],
        ['/health', { mails: { failed: 0, waiting: 0 } }],
      ])
    }
    answerWith('Amaran')
    renderPage('/', page)
    expect((await screen.findAllByText(/Amaran/)).length).toBeGreaterThan(0)

    answerWith('Brother')
    await act(() => vi.advanceTimersByTimeAsync(60_000))

    expect(screen.queryAllByText(/Brother/).length).toBeGreaterThan(0)
  },
)

test('TodayPage names the enquiries without an answer, with a link to them [S-1066]', async () => {
  mockCalls([
    ['/shows', { date: '2026-12-25', screens: [createShow().screen], shows: [], cancelling: [] }],
    ['/health', { mails: { failed: 0, waiting: 0 } }],
    [
      '/enquiries',
      { enquiries: [], counts: { new: 2, answered: 5, closed: 1, spam: 9 }, next: null },
    ],
  ])
  renderPage('/?date=2026-12-25', <TodayPage />)

  const link = await screen.findByRole('link', { name: '2 enquiries to answer' })
  expect(link.getAttribute('href')).toBe('/enquiries?state=new')
})
