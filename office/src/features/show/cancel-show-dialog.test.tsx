import type { ShowCancellation } from '@marquee/contract/office/shows/show-cancellations'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { CancelShowDialog } from './cancel-show-dialog.tsx'

const NONE = {
  bookings: 0,
  seats: 0,
  slots: 0,
  refund: 0,
  methods: { online: 0, cash: 0, card: 0, voucher: 0 },
  mails: 0,
}
const TWO = {
  bookings: 2,
  seats: 3,
  slots: 0,
  refund: 450,
  methods: { online: 0, cash: 300, card: 150, voucher: 0 },
  mails: 1,
}
const preview: ShowCancellation = {
  cancelled: null,
  toRefund: TWO,
  refunded: NONE,
  isRunning: false,
  admitted: 0,
  parked: 0,
  holders: 0,
  followUps: [
    { reference: 'MQ-CASH', name: null, phone: null, hasEmail: true, cash: 300 },
    { reference: 'MQ-CARD', name: 'Ravi', phone: '9876543210', hasEmail: false, cash: 0 },
  ],
}
const cancelled: ShowCancellation = {
  ...preview,
  toRefund: NONE,
  refunded: TWO,
  cancelled: {
    at: '2026-12-01T10:00:00.000Z',
    reason: 'power',
    refundFor: 'all',
    refundAs: 'money',
    isFinished: true,
  },
}

async function expectFollowUps() {
  const list = within(await screen.findByRole('region', { name: /^Tell or pay 2 bookings/ }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'MQ-CASH ₹300 in cash',
    'MQ-CARD Ravi, 9876543210No email',
  ])
}

test('the cancel dialog names the bookings without an email or paid in cash, and stays open until the show is closed [S-446][S-455]', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const onClose = vi.fn()
  const sent = mockCalls([
    ['/cancellation', preview],
    ['/cancel', () => promise],
  ])
  renderPage('/', <CancelShowDialog show={createShow()} onClose={onClose} />)
  await expectFollowUps()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'power' } })
  fireEvent.change(screen.getByLabelText('Type CANCEL to confirm'), { target: { value: 'cancel' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel show' }))

  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Keep show' })).toMatchObject({ disabled: true }),
  )
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()

  mockCalls([['/cancellation', cancelled]])
  resolve(Response.json({ success: true, cancellation: cancelled }))
  await screen.findByText('The show is cancelled. 2 bookings refunded.')
  await expectFollowUps()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('of a running show only those let in can be refunded, as vouchers, with the sums of that [S-1050]', async () => {
  const running = { ...preview, isRunning: true, admitted: 2 }
  const sent = mockCalls([
    ['/cancellation', running],
    ['/cancel', { success: true, cancellation: cancelled }],
  ])
  renderPage('/', <CancelShowDialog show={createShow()} onClose={vi.fn()} />)
  fireEvent.click(await screen.findByRole('radio', { name: 'Only those let in' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Voucher' }))
  screen.getByText('In cash, to pay out')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'power' } })
  fireEvent.change(screen.getByLabelText('Type CANCEL to confirm'), { target: { value: 'cancel' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel show' }))

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ reason: 'power', refundFor: 'admitted', refundAs: 'voucher' })
})
