import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { firstCatalogue } from '#features/welcome/first-programme.ts'
import { deviceQuery } from '#lib/device.queries.ts'
import { createShow } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { TodayPage } from './today.tsx'
import { WelcomePage } from './welcome.tsx'

const EMPTY = { screens: [], movies: [] }
const PLAN = { planId: 'plan-1', removes: [], conflicts: [] as { message: string }[] }

function answer(exported: object = EMPTY, plan = PLAN) {
  const device = () => Response.json(queryClient.getQueryData(deviceQuery.queryKey))
  return mockCalls([
    ['/programme/export', exported],
    ['/programme/plan', plan],
    ['/programme/apply', { success: true, isApplied: true }],
    ['/shows', { date: '2026-12-01', screens: [], shows: [createShow()], cancelling: [] }],
    ['/device', device],
  ])
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function openMovieStep() {
  renderPage('/welcome', <WelcomePage />)
  await screen.findByLabelText('Name of the cinema')
  type('Name of the cinema', 'Lakshmi Talkies')
  press('Next: the hall')
  type(await screen.findByLabelText<HTMLElement>('Rows').then(() => 'Rows'), 'A 1-4 Gold')
  press('Next: the first movie')
  await screen.findByLabelText('Movie')
}
function fillMovie() {
  type('Movie', 'Amaran')
  type('Length, minutes', '169')
  type('Genre', 'War drama')
  type('Language', 'Tamil')
  type('Certificate', 'UA')
  type('Summary', 'A soldier and his family.')
  type('First show, day', '2026-12-01')
  type('First show, start', '18:30')
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T06:00:00Z'), toFake: ['Date'] })
  queryClient.clear()
  return () => vi.useRealTimers()
})

test('WelcomePage opens a cinema in three steps, through the plan of a catalogue [S-932]', async () => {
  const sent = answer()
  await openMovieStep()
  fillMovie()
  press('Open the cinema')

  await screen.findByText('Amaran can be booked')
  expect(screen.getByRole('link', { name: 'See it on the site' }).getAttribute('href')).toBe(
    'http://localhost:3000/tickets/m1/show-1',
  )
  const bodies = sent.map(({ body }) => body as { catalogue?: string })
  expect(JSON.parse(bodies[0]?.catalogue ?? '')).toEqual({
    cinema: { name: 'Lakshmi Talkies', address: '12 Second Avenue, Chennai' },
    screens: [
      {
        name: 'Screen 1',
        rows: [{ row: 'A', seats: 4, category: 'Gold' }],
        parking: { twoWheeler: 0, fourWheeler: 0 },
      },
    ],
    movies: [
      {
        name: 'Amaran',
        genre: 'War drama',
        cast: [],
        summary: 'A soldier and his family.',
        ratings: 0,
        votes: 0,
        language: 'Tamil',
        duration: 169,
        rating: 'UA',
        imageUrl: 'default.jpg',
        showtimes: [{ screen: 'Screen 1', startTime: '2026-12-01T13:00:00.000Z' }],
      },
    ],
  })
  expect(sent[1]).toEqual({ path: '/api/office/programme/apply', body: { planId: 'plan-1' } })
})

test('WelcomePage says beside the field what is missing, and that a start is too early to be booked [S-932]', async () => {
  const sent = answer()
  await openMovieStep()
  press('Open the cinema')
  await screen.findByText('Write the name of the movie.')
  fillMovie()
  type('First show, day', '2026-11-30')
  type('First show, start', '11:45')
  press('Open the cinema')

  await screen.findByText(
    'Booking closes 30 minutes before the start: choose one after 12:00 PM today.',
  )
  expect(sent).toEqual([])
})

test('WelcomePage applies no plan with conflicts, and shows them [S-932]', async () => {
  const sent = answer(EMPTY, { ...PLAN, conflicts: [{ message: 'Amaran starts in the past.' }] })
  await openMovieStep()
  fillMovie()
  press('Open the cinema')

  expect((await screen.findByRole('alert')).textContent).toBe('Amaran starts in the past.')
  expect(sent).toHaveLength(1)
})

test('WelcomePage changes nothing in a cinema that a colleague has set up meanwhile [S-932]', async () => {
  answer()
  await openMovieStep()
  fillMovie()
  const sent = answer({ screens: [{}], movies: [] })
  press('Open the cinema')

  await screen.findByText(/^The cinema has halls or movies already/)
  expect(sent).toEqual([])
})

test('WelcomePage of a cinema with a programme leads to the halls [S-933]', async () => {
  answer({ screens: [{}], movies: [{}] })
  renderPage('/welcome', <WelcomePage />)

  await screen.findByText('The cinema is set up')
})

test('TodayPage without a hall leads a manager to the welcome [S-933]', async () => {
  mockCalls([['/shows', { date: '2026-12-01', screens: [], shows: [], cancelling: [] }]])
  renderPage(
    '/',
    <Routes>
      <Route path="/" element={<TodayPage />} />
      <Route path="/welcome" element={<p>the welcome</p>} />
    </Routes>,
  )

  await screen.findByText('the welcome')
})

test('firstCatalogue leaves out what is empty [S-932]', () => {
  const hall = { name: 'Screen 1', rows: [], parking: {} }
  const movie = { name: 'Amaran', genre: '', language: '', rating: '', summary: '', duration: 1 }

  const { cinema } = firstCatalogue(
    {
      cinema: { name: 'Lakshmi Talkies', address: ' ', phone: '' },
      hall,
      movie: { ...movie, day: '2026-12-01', time: '18:30' },
    },
    'Asia/Kolkata',
  )

  expect(cinema).toEqual({ name: 'Lakshmi Talkies' })
})
