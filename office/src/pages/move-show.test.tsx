import { createQueryClient } from '@marquee/browser/query-client.ts'
import type { MovePlan, PlannedBooking } from '@marquee/contract/office/show-moves'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceQuery, type PairedDevice } from '#lib/device.queries.ts'
import { createPlace, createShow } from '#test/fixtures.ts'
import { MoveShowPage } from './move-show.tsx'

const booking = (reference: string, changes: Partial<PlannedBooking> = {}): PlannedBooking => ({
  ...{ _id: reference, reference, channel: 'web', isSeated: true, isTogether: true },
  ...{ losesAccess: false, refund: 0, slots: [], seats: [{ from: 'A1', to: 'B1' }] },
  ...changes,
})
const plan: MovePlan = {
  from: { screen: { _id: 's1', name: 'Screen 1' }, startTime: '2026-12-01T13:00:00.000Z' },
  to: { screen: { _id: 's2', name: 'Screen 2' }, startTime: '2026-12-01T13:00:00.000Z' },
  ...{ planId: 'plan-1', isThere: false, refundUntil: null },
  counts: {
    ...{ bookings: 2, people: 2, unseatedBookings: 1, unseatedPeople: 1, splitBookings: 0 },
    ...{ refund: 150, mails: 2, held: 0, blocked: 0 },
  },
  bookings: [
    booking('MQ-LOST', { isSeated: false, refund: 150, seats: [{ from: 'A2', to: null }] }),
    booking('MQ-MOVED'),
  ],
  hall: [{ _id: 'n1', seatNumber: 'B1', category: 'Standard' }],
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
  ['/plan-move', plan],
  ['/move', { success: true, isMoved: true }],
  ['/shows/show-1', { show: createShow(), rev: 1, places: [createPlace('A1'), createPlace('A2')] }],
  [
    '/shows',
    {
      date: '2026-12-01',
      screens: [
        { _id: 's1', name: 'Screen 1' },
        { _id: 's2', name: 'Screen 2' },
      ],
      shows: [],
    },
  ],
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

test('MoveShowPage shows the plan, those without seats first, before it asks for the reason [S-476]', async () => {
  const client = createQueryClient()
  client.setQueryData(deviceQuery.queryKey, DEVICE)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/shows/show-1/move']}>
        <Routes>
          <Route path="/shows/:showtimeId/move" element={<MoveShowPage />} />
          <Route path="/shows/:showtimeId" element={<p>the show</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: 'Screen 2' })
  fireEvent.change(screen.getByLabelText('Screen'), { target: { value: 's2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show the plan' }))

  const table = await screen.findByRole('table', { name: 'Bookings of the show' })
  const rows = within(table).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('MQ-LOST')
  expect(rows[1]?.textContent).toContain('No seats: refunded')
  expect(sent).toEqual([{ path: '/api/office/shows/show-1/plan-move', body: { screenId: 's2' } }])
  const move = screen.getByRole('button', { name: 'Move the show and send 2 mails' })
  expect(move).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'projector' } })
  fireEvent.click(screen.getByLabelText('Cancel and refund 1 booking without seats'))
  fireEvent.click(move)

  await screen.findByText('the show')
  expect(sent.at(-1)).toEqual({
    path: '/api/office/shows/show-1/move',
    body: { screenId: 's2', planId: 'plan-1', reason: 'projector', refundUnseated: true },
  })
})
