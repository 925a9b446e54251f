import type { OutagePlan } from '@marquee/contract/office/shows/seat-outages'
import type { PlannedBooking } from '@marquee/contract/office/shows/show-moves'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPlannedBooking } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { SeatOutagesPage } from './seat-outages.tsx'

const SCREEN = { _id: 's1', name: 'Screen 1' }
const seat = (label: string) => ({ _id: label, seatNumber: label, category: 'Standard' })
const SEATS = ['A1', 'A2', 'A3', 'A4'].map(seat)
const OUTAGE = {
  _id: 'o1',
  seatId: 'A4',
  seatNumber: 'A4',
  reason: 'loose armrest',
  since: '2026-11-30T10:00:00.000Z',
  device: { _id: 'd1', name: 'Manager 1' },
}
const party = (reference: string, seats: PlannedBooking['seats']) =>
  createPlannedBooking(reference, { seats })
const plan: OutagePlan = {
  screen: SCREEN,
  seats: SEATS.slice(0, 1),
  planHash: 'plan-1',
  isUnchanged: false,
  hall: SEATS,
  counts: {
    shows: 9,
    bookings: 2,
    people: 2,
    lostPeople: 1,
    lostBookings: 1,
    splitBookings: 0,
    refund: 150,
    mails: 2,
    held: 0,
    blocked: 0,
  },
  shows: [
    {
      _id: 'x1',
      movie: 'Amaran',
      startTime: '2026-12-01T13:00:00.000Z',
      refundUntil: '2026-12-01T12:30:00.000Z',
      bookings: [party('MQ-LOST', [{ from: 'A1', to: null }])],
    },
    {
      _id: 'x2',
      movie: 'Lucky',
      startTime: '2026-12-01T17:00:00.000Z',
      refundUntil: '2026-12-01T16:30:00.000Z',
      bookings: [party('MQ-MOVED', [{ from: 'A1', to: 'A2' }])],
    },
  ],
}
const answer = (changes: [string, object][] = []) =>
  mockCalls([
    ...changes,
    ['/seat-outages', { screens: [{ ...SCREEN, outages: [OUTAGE] }] }],
    ['/seats', { screen: SCREEN, seats: SEATS, outages: [OUTAGE] }],
    ['/plan-outage', plan],
    ['/take-out-of-service', { success: true, taken: 1 }],
    ['/put-back-in-service', { success: true, returned: 1 }],
  ])

const open = () => renderPage('/out-of-service?screen=s1', <SeatOutagesPage />)
async function openPlan() {
  open()
  fireEvent.click(await findSeat(1, 'in service'))
  fireEvent.click(screen.getByRole('button', { name: 'Show the plan for 1 seat' }))
  await screen.findByRole('region', { name: 'The plan' })
}
const findSeat = (number: number, state: string) =>
  screen.findByRole('button', { name: new RegExp(`^Row A seat ${number}, .*${state}$`) })

test('SeatOutagesPage shows the plan of each show, those who lose a seat first, before it asks for the reason [S-547]', async () => {
  const sent = answer()
  open()
  await findSeat(4, 'out of service, loose armrest')
  fireEvent.click(await findSeat(1, 'in service'))
  fireEvent.click(await findSeat(2, 'in service'))
  fireEvent.click(await findSeat(2, 'chosen'))
  fireEvent.click(screen.getByRole('button', { name: 'Show the plan for 1 seat' }))

  const facts = await screen.findByRole('region', { name: 'The plan' })
  within(facts).getByText('Without A1 on Screen 1')
  expect(sent).toEqual([{ path: '/api/office/screens/s1/plan-outage', body: { seatIds: ['A1'] } }])
  const table = screen.getByRole('table', { name: 'Bookings of Amaran' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('MQ-LOST')
  expect(screen.queryByRole('table', { name: 'Bookings of Lucky' })).toBeNull()
  const then = screen.getByRole('region', { name: 'Then' })
  await within(then).findByRole('button', { name: /^Row A seat 1, .*out of service$/ })
  const take = screen.getByRole('button', { name: 'Take 1 seat out of service and send 2 emails' })
  expect(take).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('Refund 1 seat that cannot be replaced'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'broken hinge' } })
  fireEvent.click(take)

  await waitFor(() => expect(screen.queryByRole('region', { name: 'The plan' })).toBeNull())
  expect(sent.at(-1)).toEqual({
    path: '/api/office/screens/s1/take-out-of-service',
    body: { seatIds: ['A1'], planHash: 'plan-1', reason: 'broken hinge', refundLost: true },
  })
})

test('SeatOutagesPage forgets the plan when the choice of seats changes [S-547]', async () => {
  answer()
  await openPlan()

  fireEvent.click(await findSeat(3, 'in service'))

  expect(screen.queryByRole('region', { name: 'The plan' })).toBeNull()
  screen.getByRole('button', { name: 'Show the plan for 2 seats' })
})

test('a seat is put back in service with a reason [S-547]', async () => {
  const sent = answer()
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Back in service: A4, Screen 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A4 back in service?' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'repaired' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Back in service' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      path: '/api/office/screens/s1/put-back-in-service',
      body: { seatIds: ['A4'], reason: 'repaired' },
    },
  ])
})

test('the plan names the seat that a party of three loses, and the two seats that it keeps [S-504][S-547]', async () => {
  const [first, second] = plan.shows as [OutagePlan['shows'][0], OutagePlan['shows'][0]]
  const partly = party('MQ-PARTLY', [
    { from: 'A1', to: 'A1' },
    { from: 'A2', to: null },
    { from: 'A3', to: 'B3' },
  ])
  const all = party(
    'MQ-ALL',
    ['C1', 'C2', 'C3'].map((from) => ({ from, to: null })),
  )
  answer([['/plan-outage', { ...plan, shows: [{ ...first, bookings: [partly, all] }, second] }]])
  await openPlan()

  const cells = (reference: string) =>
    within(screen.getByRole('row', { name: new RegExp(reference) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells('MQ-PARTLY').slice(1, 4)).toEqual(['Loses A2', 'A1 A2 A3', 'A1 B3'])
  expect(cells('MQ-ALL').slice(1, 4)).toEqual(['No seats: refunded', 'C1 C2 C3', 'none'])
  screen.getByText(/4 seats without a replacement/)
})

test('seats that an earlier, lost attempt has taken out of service are called so [S-547]', async () => {
  answer([['/take-out-of-service', { success: true, taken: 0 }]])
  await openPlan()
  fireEvent.click(screen.getByLabelText('Refund 1 seat that cannot be replaced'))
  fireEvent.click(screen.getByRole('button', { name: /^Take 1 seat out of service/ }))

  await waitFor(() =>
    expect(useNotifications.getState().visible.map(({ text }) => text)).toContain(
      'These seats are already out of service.',
    ),
  )
})
