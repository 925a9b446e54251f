import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { RefundsPage } from './refunds.tsx'

const refund: CounterRefund = {
  bookingId: 'b1',
  reference: 'MQ-1',
  number: 2,
  amount: 360,
  method: 'cash',
  at: '2026-12-01T10:00:00.000Z',
  reason: 'illness',
  name: 'Asha',
  phone: null,
  movie: 'Amaran',
  startTime: '2026-12-01T13:00:00.000Z',
  payout: null,
}
const owed = { count: 1, cash: 360, card: 0 }

test('a clerk pays out a refund in cash after a confirmation [S-1055]', async () => {
  const sent = mockCalls([
    ['/pay', { success: true, voucher: null }],
    ['/refunds', { refunds: [refund], owed }],
  ])
  renderPage('/', <RefundsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay out ₹360 for MQ-1' }))
  fireEvent.click(screen.getByRole('button', { name: '₹360 is handed over' }))

  await screen.findByRole('dialog', { name: '₹360 is paid out' })
  expect(sent).toEqual([{ path: '/api/office/refunds/b1/2/pay', body: { method: 'cash' } }])
})

test('a refund that becomes a voucher shows its code [S-1055]', async () => {
  const voucher = {
    _id: 'v1',
    code: '23456789ABCDEFGH',
    amount: 360,
    balance: 360,
    validUntil: '2027-12-01T10:00:00.000Z',
    createdAt: '2026-12-01T10:00:00.000Z',
    reason: 'illness',
    reference: 'MQ-1',
  }
  mockCalls([
    ['/pay', { success: true, voucher }],
    ['/refunds', { refunds: [refund], owed }],
  ])
  renderPage('/', <RefundsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay out ₹360 for MQ-1' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Voucher' }))
  fireEvent.click(screen.getByRole('button', { name: 'Make a voucher of ₹360' }))

  const card = within(await screen.findByRole('region', { name: 'Voucher' }))
  card.getByText('2345-6789-ABCD-EFGH')
  card.getByText(/^Valid until Wed, 1 Dec 2027\./)
  // Paper has the voucher alone.
  expect(document.querySelector('body > .slip')?.textContent).toContain('2345-6789-ABCD-EFGH')
})

test('a refund that another device has paid out is told [S-1041]', async () => {
  mockCalls([
    ['/pay', () => refusal('CLOSED', '₹360 was paid out already: 5:00 PM (Counter 2).')],
    ['/refunds', { refunds: [refund], owed }],
  ])
  renderPage('/', <RefundsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay out ₹360 for MQ-1' }))
  fireEvent.click(screen.getByRole('button', { name: '₹360 is handed over' }))

  await waitFor(() => expect(screen.getByText(/was paid out already/)).toBeTruthy())
})
