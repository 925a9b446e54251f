import type { MovePlan } from '@marquee/contract/office/shows/show-moves'
import { fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { createPlace, createPlannedBooking, createShow } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { MoveShowPage } from './move-show.tsx'

const plan: MovePlan = {
  from: { screen: { _id: 's1', name: 'Screen 1' }, startTime: '2026-12-01T13:00:00.000Z' },
  to: { screen: { _id: 's2', name: 'Screen 2' }, startTime: '2026-12-01T13:00:00.000Z' },
  planHash: 'plan-1',
  isUnchanged: false,
  refundUntil: null,
  counts: {
    bookings: 2,
    people: 2,
    unseatedBookings: 1,
    unseatedPeople: 1,
    splitBookings: 0,
    refund: 150,
    mails: 2,
    held: 0,
    blocked: 0,
  },
  bookings: [
    createPlannedBooking('MQ-LOST', {
      refund: 150,
      hasEmail: false,
      seats: [{ from: 'A2', to: null }],
    }),
    createPlannedBooking('MQ-MOVED'),
  ],
  hall: [{ _id: 'n1', seatNumber: 'B1', category: 'Standard' }],
}

const PROGRAMME = {
  date: '2026-12-01',
  screens: [
    { _id: 's1', name: 'Screen 1' },
    { _id: 's2', name: 'Screen 2' },
  ],
  shows: [],
}
const SHOW = {
  show: createShow(),
  rev: 1,
  places: [createPlace('A1'), createPlace('A2'), createPlace('A3', { status: 'BLOCKED' })],
}
const answer = (
  moved: object | (() => Response) = { success: true, isMoved: true },
  planned = plan,
) =>
  mockCalls([
    ['/plan-move', planned],
    ['/move', moved],
    ['/shows/show-1', SHOW],
    ['/shows', PROGRAMME],
  ])

async function openPlan() {
  renderPage(
    '/shows/show-1/move',
    <Routes>
      <Route path="/shows/:showtimeId/move" element={<MoveShowPage />} />
      <Route path="/shows/:showtimeId" element={<p>the show</p>} />
    </Routes>,
  )
  await screen.findByRole('option', { name: 'Screen 2' })
  type('Screen', 's2')
  showPlan()
  await screen.findByRole('region', { name: 'The plan' })
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const showPlan = () => fireEvent.click(screen.getByRole('button', { name: 'Show the plan' }))
const acceptRefund = () =>
  fireEvent.click(screen.getByLabelText('Cancel and refund 1 booking without seats'))
const move = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Move the show and send 2 emails' }))

test('MoveShowPage shows the plan, those without seats first, before it asks for the reason [S-476]', async () => {
  const sent = answer()
  await openPlan()

  const table = await screen.findByRole('table', { name: 'Bookings of the show' })
  const rows = within(table).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('MQ-LOST')
  expect(rows[1]?.textContent).toContain('No seats: refunded')
  expect(rows[1]?.textContent).toContain('No email')
  expect(rows[2]?.textContent).not.toContain('No email')
  expect(sent).toEqual([{ path: '/api/office/shows/show-1/plan-move', body: { screenId: 's2' } }])
  const now = within(screen.getByRole('region', { name: 'Now: Screen 1' }))
  await now.findByRole('button', { name: /^Row A seat 3, .*blocked$/ })
  now.getByRole('button', { name: /^Row A seat 1, .*MQ-MOVED$/ })
  expect(screen.getByRole('button', { name: /^Move the show/ })).toHaveProperty('disabled', true)
  type('Reason', 'projector')
  acceptRefund()
  move()

  await screen.findByText('the show')
  expect(sent.at(-1)).toEqual({
    path: '/api/office/shows/show-1/move',
    body: { screenId: 's2', planHash: 'plan-1', reason: 'projector', refundUnseated: true },
  })
})

test('MoveShowPage plans again when the plan has changed, keeps the reason, and asks for the refund of the new plan [S-476]', async () => {
  const sent = answer(() => refusal('CLOSED', 'The plan has changed meanwhile.'))
  await openPlan()
  type('Reason', 'projector')
  acceptRefund()
  const next = { ...plan, planHash: 'plan-2', counts: { ...plan.counts, people: 7 } }
  const sentAgain = answer(() => refusal('CLOSED', 'The plan has changed meanwhile.'), next)
  move()

  const confirm = within(screen.getByRole('form', { name: 'Confirm' }))
  const alert = await confirm.findByRole('alert')
  expect(alert.textContent).toBe('The plan has changed meanwhile.')
  await within(screen.getByRole('region', { name: 'The plan' })).findByText('7')
  expect(sent).toHaveLength(1)
  expect(sentAgain.map(({ path }) => path.split('/').at(-1))).toEqual(['move', 'plan-move'])
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'projector')
  expect(screen.getByLabelText(/^Cancel and refund/)).toHaveProperty('checked', false)
  const moved = answer()
  acceptRefund()
  move()
  await screen.findByText('the show')
  expect(moved[0]?.body).toMatchObject({ planHash: 'plan-2', reason: 'projector' })
})

test('MoveShowPage keeps the reason when another start is planned, and sends until when visitors can cancel [S-476]', async () => {
  const sent = answer()
  await openPlan()
  type('Reason', 'projector')
  expect(screen.queryByLabelText('Full refund until, optional')).toBeNull()
  type('Start', '20:00')
  type('Full refund until, optional', '2026-12-01T12:00')
  showPlan()

  await screen.findByRole('region', { name: 'The plan' })
  expect(sent.at(-1)?.body).toEqual({
    screenId: 's2',
    startTime: '2026-12-01T14:30:00.000Z',
    refundUntil: '2026-12-01T06:30:00.000Z',
  })
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'projector')
})

test('MoveShowPage shows no seat maps when the screen stays [S-476]', async () => {
  answer(undefined, { ...plan, to: { ...plan.from, startTime: '2026-12-01T14:30:00.000Z' } })
  await openPlan()
  expect(screen.queryByRole('region', { name: /^(Now|Then)/ })).toBeNull()
})
