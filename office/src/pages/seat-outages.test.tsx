import { createQueryClient } from '@marquee/browser/query-client.ts'
import type { OutagePlan } from '@marquee/contract/office/seat-outages'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceQuery, type PairedDevice } from '#lib/device.queries.ts'
import { SeatOutagesPage } from './seat-outages.tsx'

const SCREEN = { _id: 's1', name: 'Screen 1' }
const seat = (label: string) => ({ _id: label, seatNumber: label, category: 'Standard' })
const SEATS = ['A1', 'A2', 'A3', 'A4'].map(seat)
const OUTAGE = {
  ...{ _id: 'o1', seatId: 'A4', seatNumber: 'A4', reason: 'loose armrest' },
  ...{ since: '2026-11-30T10:00:00.000Z', device: { _id: 'd1', name: 'Front desk' } },
}
const party = (reference: string, seats: { from: string; to: string | null }[]) => ({
  ...{ _id: reference, reference, channel: 'web' as const, isTogether: true, losesAccess: false },
  ...{ isSeated: seats.every(({ to }) => to !== null), refund: 0, slots: [], seats },
})
const plan: OutagePlan = {
  ...{ screen: SCREEN, seats: SEATS.slice(0, 1), planId: 'plan-1', isDone: false, hall: SEATS },
  counts: {
    ...{ shows: 9, bookings: 2, people: 2, lostPeople: 1, lostBookings: 1, splitBookings: 0 },
    ...{ refund: 150, mails: 2, held: 0, blocked: 0 },
  },
  shows: [
    {
      ...{ _id: 'x1', movie: 'Amaran', startTime: '2026-12-01T13:00:00.000Z' },
      refundUntil: '2026-12-01T12:30:00.000Z',
      bookings: [party('MQ-LOST', [{ from: 'A1', to: null }])],
    },
    {
      ...{ _id: 'x2', movie: 'Lucky', startTime: '2026-12-01T17:00:00.000Z' },
      refundUntil: '2026-12-01T16:30:00.000Z',
      bookings: [party('MQ-MOVED', [{ from: 'A1', to: 'A2' }])],
    },
  ],
}
const DEVICE: PairedDevice = {
  device: {
    ...{ _id: 'd1', name: 'Desk', scope: 'manager', expiresAt: null, isCurrent: true },
    ...{ createdAt: '2026-11-01T00:00:00.000Z', lastSeenAt: '2026-12-01T00:00:00.000Z' },
  },
  ...{ brandName: 'Marquee', timeZone: 'Asia/Kolkata', siteUrl: 'http://localhost:3000' },
}

const sent: { path: string; body: unknown }[] = []
const ANSWERS: [string, unknown][] = [
  ['/seat-outages', { screens: [{ ...SCREEN, outages: [OUTAGE] }] }],
  ['/seats', { screen: SCREEN, seats: SEATS, outages: [OUTAGE] }],
  ['/plan-outage', plan],
  ['/take-out-of-service', { success: true, taken: 1 }],
  ['/put-back-in-service', { success: true, returned: 1 }],
]

beforeEach(() => {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    if (init?.method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(init.body)) })
    const [, answer] = ANSWERS.find(([end]) => pathname.endsWith(end)) ?? []
    return Response.json(answer)
  })
})

function open() {
  const client = createQueryClient()
  client.setQueryData(deviceQuery.queryKey, DEVICE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/seats?screen=s1']}>
        <SeatOutagesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const findSeat = (number: number, state: string) =>
  screen.findByRole('button', { name: new RegExp(`^Row A seat ${number}, .*${state}$`) })

test('SeatOutagesPage shows the plan of each show, those who lose a seat first, before it asks for the reason [S-547]', async () => {
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
  const take = screen.getByRole('button', { name: 'Take 1 seat out of service and send 2 mails' })
  expect(take).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('Refund 1 seat that cannot be replaced'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'broken hinge' } })
  fireEvent.click(take)

  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'The plan' })).toBeNull())
  expect(sent.at(-1)).toEqual({
    path: '/api/office/screens/s1/take-out-of-service',
    body: { seatIds: ['A1'], planId: 'plan-1', reason: 'broken hinge', refundLost: true },
  })
})

test('SeatOutagesPage forgets the plan when the choice of seats changes [S-547]', async () => {
  open()
  fireEvent.click(await findSeat(1, 'in service'))
  fireEvent.click(screen.getByRole('button', { name: 'Show the plan for 1 seat' }))
  await screen.findByRole('region', { name: 'The plan' })

  fireEvent.click(await findSeat(3, 'in service'))

  expect(screen.queryByRole('region', { name: 'The plan' })).toBeNull()
  screen.getByRole('button', { name: 'Show the plan for 2 seats' })
})

test('a seat is put back in service with a reason [S-547]', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Back in service: A4, Screen 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A4 back in service?' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'repaired' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Back in service' }))

  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      path: '/api/office/screens/s1/put-back-in-service',
      body: { seatIds: ['A4'], reason: 'repaired' },
    },
  ])
})
