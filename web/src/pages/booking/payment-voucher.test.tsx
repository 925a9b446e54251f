import type { BookingRequest } from '@marquee/contract/bookings/bookings'
import { toVoucherCode, VOUCHER_CODE_LENGTH } from '@marquee/contract/bookings/voucher-code'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { storePendingOrder } from '#features/checkout/store-order.ts'
import { session } from '#features/session/session.store.ts'
import * as keep from '#features/tickets/offline/keep-tickets.ts'
import { asha, createBooking, createPendingOrder } from '#test/fixtures.ts'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { PaymentPage } from './payment.tsx'

const mockApi = startMockApi()
const code = toVoucherCode(Array.from({ length: VOUCHER_CODE_LENGTH }, (_, index) => index))
const REFUSAL = 'This voucher cannot be used. Please check the code.'

beforeEach(() => {
  session.setUser(asha)
  vi.spyOn(keep, 'keepTickets').mockResolvedValue()
})

/** The payment page of an order of ₹410, and the bookings that it sends. */
function openPayment() {
  const sent: { key: string | null; body: BookingRequest }[] = []
  mockApi.use(
    http.post('*/api/bookings', async ({ request }) => {
      const body = (await request.json()) as BookingRequest
      sent.push({ key: request.headers.get('idempotency-key'), body })
      const booking = createBooking({ bookingReference: 'MQ-7KX2P9QRTA' })
      return HttpResponse.json({ success: true, booking })
    }),
  )
  const order = createPendingOrder()
  storePendingOrder(order)
  const user = renderPages({ to: '/payment-new', pages: { '/payment-new': <PaymentPage /> } })
  const enter = async (text: string) => {
    await user.type(await screen.findByLabelText('Voucher code, if you have one'), text)
    await user.click(screen.getByRole('button', { name: 'Use voucher' }))
  }
  return { sent, order, user, enter }
}
const serveVoucher = (balance: number) =>
  mockApi.use(
    http.post('*/api/vouchers/check', () =>
      HttpResponse.json({ balance, validUntil: '2027-12-01T00:00:00.000Z' }),
    ),
  )

test('a voucher that is worth less is told with what the card pays, and sent with a new key [S-1056]', async () => {
  serveVoucher(200)
  const { sent, order, user, enter } = openPayment()
  await enter(code.toLowerCase())

  await screen.findByText(/The voucher pays ₹200\. The card pays the other ₹210\./)
  await user.click(screen.getByRole('button', { name: /^Complete Payment/ }))
  await screen.findByRole('dialog', { name: 'Payment Successful!' })

  expect(sent[0]?.body).toMatchObject({ totalCost: 410, voucher: { code, amount: 200 } })
  expect(sent[0]?.key).not.toBe(order.idempotencyKey)
})

test('a voucher that is worth more pays everything, and can be removed again [S-1056]', async () => {
  serveVoucher(1000)
  const { sent, user, enter } = openPayment()
  await enter(code)

  await screen.findByText(/The voucher pays ₹410\. ₹590 stay on it, valid until Wed, 1 Dec 2027\.$/)
  await user.click(screen.getByRole('button', { name: 'Remove voucher' }))
  await screen.findByLabelText('Voucher code, if you have one')
  await user.click(screen.getByRole('button', { name: /^Complete Payment/ }))
  await screen.findByRole('dialog', { name: 'Payment Successful!' })

  expect(sent[0]?.body).not.toHaveProperty('voucher')
})

test('a mistyped code is told without a request, and a refused one with the same text [S-1045][S-1056]', async () => {
  let checks = 0
  mockApi.use(
    http.post('*/api/vouchers/check', () => {
      checks += 1
      return errorResponse(400, 'INVALID', REFUSAL)
    }),
  )
  const { user, enter } = openPayment()
  await enter('2345')
  await screen.findByText(REFUSAL)
  expect(checks).toBe(0)

  await user.clear(screen.getByLabelText('Voucher code, if you have one'))
  await enter(code)

  await vi.waitFor(() => expect(checks).toBe(1))
  await screen.findByText(REFUSAL)
})
