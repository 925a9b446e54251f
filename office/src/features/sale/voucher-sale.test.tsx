import { toVoucherCode, VOUCHER_CODE_LENGTH } from '@marquee/contract/bookings/voucher-code'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { SaleForm } from './sale-form.tsx'

const code = toVoucherCode(Array.from({ length: VOUCHER_CODE_LENGTH }, (_, index) => index))

/** The form for two seats of ₹150 each, and a voucher with this balance. */
function renderSale(balance: number) {
  const voucher = {
    _id: 'v1',
    code,
    amount: 500,
    balance,
    validUntil: '2100-01-01T00:00:00.000Z',
    createdAt: '2026-12-01T00:00:00.000Z',
    reason: 'goodwill',
    reference: null,
  }
  const sent = mockCalls([
    ['/find', voucher],
    ['/sell', { success: true, booking: {}, passes: [] }],
  ])
  renderPage(
    '/',
    <SaleForm
      showtimeId="s1"
      places={[createPlace('A1'), createPlace('A2')]}
      lost={[]}
      onSend={vi.fn()}
      onSold={vi.fn()}
      onRefused={vi.fn()}
      onTaken={vi.fn()}
      onAcceptLoss={vi.fn()}
      onCancel={vi.fn()}
    />,
  )
  fireEvent.change(screen.getByLabelText('Code of the voucher'), {
    target: { value: code.toLowerCase() },
  })
  const sales = () => sent.filter(({ path }) => path.endsWith('/sell')).map(({ body }) => body)
  return { sales }
}

test('a voucher that is worth less leaves the rest to the chosen payment [S-1046]', async () => {
  const { sales } = renderSale(200)
  await screen.findByText('Payment of the other ₹100')
  fireEvent.change(screen.getByLabelText('Cash received'), { target: { value: '100' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Take ₹100 and sell' }))

  await waitFor(() => expect(sales()).toHaveLength(1))
  expect(sales()[0]).toMatchObject({ payment: 'cash', voucher: { amount: 200 }, totalCost: 300 })
})

test('a voucher that is worth more pays everything [S-1046]', async () => {
  const { sales } = renderSale(450)
  fireEvent.click(await screen.findByRole('button', { name: 'Use the voucher and sell' }))

  await waitFor(() => expect(sales()).toHaveLength(1))
  expect(sales()[0]).toMatchObject({ payment: 'voucher', voucher: { amount: 300 } })
})

test('a mistyped or used voucher is told, and nothing is sold [S-1045]', async () => {
  const { sales } = renderSale(0)
  await screen.findByText('Nothing is left on this voucher.')
  fireEvent.change(screen.getByLabelText('Code of the voucher'), { target: { value: '2345' } })
  await screen.findByText('This voucher cannot be used. Please check the code.')
  fireEvent.click(screen.getByRole('button', { name: 'Take ₹300 and sell' }))

  await waitFor(() => expect(sales()).toEqual([]))
})
