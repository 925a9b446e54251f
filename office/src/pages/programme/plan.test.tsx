import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Plan } from '#features/programme/plan/plan.queries.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { at } from '#test/programme-fixtures.ts'
import { renderPage } from '#test/render-page.tsx'
import { ProgrammePlanPage } from './plan.tsx'

afterEach(() => queryClient.clear())

const CHANGES = [{ type: 'remove', showtimeId: 'show-1' }]
const SHOW = { movie: 'Amaran', screen: 'Screen 1', startTime: at('2026-12-01', '18:00') }
const BOOKING = { reference: 'MQ-1', places: ['A1'], refund: 150, hasEmail: true }
const NOTHING = { bookings: 0, people: 0, refunds: 0, mails: 0, references: [] }

const createPlan = (changes: Partial<Plan> = {}): Plan => ({
  planId: 'plan-1',
  adds: [],
  moves: [],
  removes: [{ ...SHOW, isCancelled: false, bookings: [] }],
  changes: ['Removes Amaran on Screen 1.'],
  warnings: [],
  conflicts: [],
  needsReason: false,
  consequences: NOTHING,
  ...changes,
})

const sold = createPlan({
  removes: [{ ...SHOW, isCancelled: true, bookings: [BOOKING] }],
  needsReason: true,
  consequences: { bookings: 1, people: 2, refunds: 150, mails: 1, references: ['MQ-1'] },
})

const answer = (
  plan: Plan,
  applied: object | (() => Response) = { success: true, isApplied: true },
) =>
  mockCalls([
    ['/plan', plan],
    ['/apply', applied],
    [
      '/draft',
      {
        draft: {
          _id: 'draft-1',
          changes: CHANGES,
          programmeVersion: 5,
          revision: 1,
          savedAt: SHOW.startTime,
          device: { _id: 'd1', name: 'Box office' },
        },
      },
    ],
  ])

async function openPlan() {
  renderPage(
    '/programme/plan',
    <Routes>
      <Route path="/programme/plan" element={<ProgrammePlanPage />} />
      <Route path="/programme" element={<p>the week</p>} />
    </Routes>,
  )
  await screen.findByRole('region', { name: 'The plan' })
}
const apply = () => fireEvent.click(screen.getByRole('button', { name: /^Apply/ }))
const bodyOf = (sent: ReturnType<typeof mockCalls>, end: string) =>
  sent.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)

test('ProgrammePlanPage applies changes of unsold shows without a reason, and clears the draft [S-908]', async () => {
  const sent = answer(createPlan())
  await openPlan()
  expect(bodyOf(sent, '/plan')).toEqual([{ changes: CHANGES }])
  expect(screen.queryByLabelText('Reason')).toBeNull()
  apply()

  await screen.findByText('the week')
  expect(bodyOf(sent, '/apply')).toEqual([{ planId: 'plan-1' }])
  await waitFor(() => expect(bodyOf(sent, '/draft')).toMatchObject([{ changes: [] }]))
})

test('ProgrammePlanPage names bookings, people, rupees and mails of sold shows, and sends the reason [S-908]', async () => {
  const sent = answer(sold)
  await openPlan()
  const plan = within(screen.getByRole('region', { name: 'The plan' }))
  plan.getByText('₹150')
  const removed = within(screen.getByRole('table', { name: 'Removed' }))
  removed.getByText('MQ-1')
  removed.getByText('Cancelled, ₹150 refunded')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Projector broken' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply 1 change and send 1 email' }))

  await screen.findByText('the week')
  expect(bodyOf(sent, '/apply')).toEqual([{ planId: 'plan-1', reason: 'Projector broken' }])
})

test('ProgrammePlanPage asks before it refunds parties without seats [S-908]', async () => {
  const sent = answer(
    createPlan({
      moves: [
        {
          ...SHOW,
          from: { screen: 'Screen 2', startTime: SHOW.startTime },
          bookings: [BOOKING],
          unseatedBookings: 1,
        },
      ],
    }),
  )
  await openPlan()
  expect(screen.getByRole('button', { name: /^Apply/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('Cancel and refund 1 booking without seats'))
  apply()

  await screen.findByText('the week')
  expect(bodyOf(sent, '/apply')).toEqual([{ planId: 'plan-1', refundUnseated: true }])
})

test('ProgrammePlanPage says once where a conflict is [S-908]', async () => {
  const message = 'Amaran on Screen 1, Tue, 1 Dec 2026, 6:00 PM: Lucky is there at 5:00 PM.'
  answer(createPlan({ conflicts: [{ ...SHOW, message, bookings: [] }] }))
  await openPlan()

  const conflicts = screen.getByRole('region', { name: 'Conflicts' })
  expect(conflicts.textContent?.match(/Tue, 1 Dec 2026/g)).toHaveLength(1)
  within(conflicts).getByRole('link', { name: 'Open the week' })
})

test.each([
  [[BOOKING], 1],
  [[], 0],
])(
  'ProgrammePlanPage says of a moved show with the bookings %j that they stay, %i times [S-908]',
  async (bookings, times) => {
    const from = { screen: 'Screen 2', startTime: SHOW.startTime }
    answer(createPlan({ moves: [{ ...SHOW, from, bookings, unseatedBookings: 0 }] }))
    await openPlan()

    expect(screen.queryAllByText('Bookings stay')).toHaveLength(times)
  },
)

test('ProgrammePlanPage shows conflicts with their place and applies nothing [S-908]', async () => {
  const message = 'Amaran and Lucky overlap. Move one of them.'
  answer(createPlan({ conflicts: [{ ...SHOW, message, bookings: [BOOKING] }] }))
  await openPlan()

  const conflicts = within(screen.getByRole('region', { name: 'Conflicts' }))
  conflicts.getByText(message)
  conflicts.getByText(/Amaran, Screen 1, Tue, 1 Dec 2026, 6:00 PM/)
  conflicts.getByText('MQ-1')
  expect(conflicts.getByRole('link').getAttribute('href')).toBe('/programme?from=2026-12-01')
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull()
})

test('ProgrammePlanPage says what changed when a plan is out of date, and plans again [S-909]', async () => {
  answer(sold, () => refusal('CLOSED', 'The programme has changed meanwhile.'))
  await openPlan()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Projector broken' } })
  const next = {
    ...sold,
    planId: 'plan-2',
    consequences: { ...sold.consequences, bookings: 3, people: 7 },
  }
  const sent = answer(next, () => refusal('CLOSED', 'The programme has changed meanwhile.'))
  apply()

  const changed = within(await screen.findByRole('alert', { name: 'What changed meanwhile' }))
  changed.getByText('3 bookings, 7 people, ₹150 of refunds, 1 emails')
  changed.getByText('1 bookings, 2 people, ₹150 of refunds, 1 emails')
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['apply', 'plan'])
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Projector broken')
  const applied = answer(next)
  apply()
  await screen.findByText('the week')
  expect(bodyOf(applied, '/apply')).toMatchObject([{ planId: 'plan-2' }])
})
