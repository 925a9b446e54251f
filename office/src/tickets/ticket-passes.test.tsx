import type { StaffBooking } from '@marquee/contract/office/bookings'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { expect, test } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { renderPage } from '#test/render-page.tsx'
import { TicketPasses } from './ticket-passes.tsx'

const PASSES = [{ number: 0, label: 'Admit 2', token: 'TOKEN' }]

function renderSlip(changes: Partial<StaffBooking> = {}) {
  syncServerClock(Date.parse('2026-12-01T12:30:20.000Z'), 0)
  renderPage('/', <TicketPasses booking={createBooking(changes)} passes={PASSES} />)
  const lines = document.querySelectorAll('.slip > p')
  return [...lines].map(({ textContent }) => textContent)
}

test('the slip has the cinema, its address, the certificate, the payment and the time of issue [S-717]', () => {
  expect(renderSlip()).toEqual([
    ...['Marquee Anna Nagar', '12 Second Avenue, Chennai'],
    ...['Amaran (UA)', 'Tue, 1 Dec 2026, 6:30 PM', 'Screen 1'],
    ...['Admit 2', 'Seats A1 A2', 'MQ-1'],
    ...['Paid ₹300 in cash', 'Issued Tue, 1 Dec 2026, 6:00 PM'],
  ])
})

test.each([
  ['online', 'Paid ₹300 on the site'],
  ['card', 'Paid ₹300 by card'],
  ['complimentary', 'Complimentary'],
] as const)('the slip of a booking paid by %s says %s [S-717]', (payment, text) => {
  expect(renderSlip({ payment })).toContain(text)
})
