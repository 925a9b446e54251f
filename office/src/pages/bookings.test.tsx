import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { createBooking } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { BookingsPage } from './bookings.tsx'

const BOOKING = createBooking()
const FOUND = {
  _id: 'b1',
  reference: 'MQ-1',
  channel: 'counter',
  movie: 'Amaran',
  screen: 'Screen 1',
  startTime: BOOKING.showtime.startTime,
  places: ['A1', 'A2'],
  name: null,
  payment: 'cash',
  totalCost: 300,
  createdAt: BOOKING.createdAt,
}
const CANCELLED = { success: true, booking: { ...BOOKING, cancelled: true } }
const lostResponse = () => Promise.reject(new TypeError('no network'))
/** The response of a call, at the moment that the test chooses. */
const createResponse = () => Promise.withResolvers<Response>()

const answer = (changes: Parameters<typeof mockCalls>[0] = []) =>
  mockCalls([
    ...changes,
    ['/preview-cancellation', { refund: 300, fee: 0 }],
    ['/cancel', CANCELLED],
    ['/bookings/MQ-1', { booking: BOOKING, history: [], vouchers: [], notes: [] }],
    ['/bookings', { bookings: [FOUND] }],
  ])

async function openDialog() {
  renderPage(
    '/bookings/MQ-1?q=MQ',
    <Routes>
      <Route path="/bookings/:reference" element={<BookingsPage />} />
    </Routes>,
  )
  const opener = await screen.findByRole('button', { name: 'Cancel booking…' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('₹300')
  return { opener, dialog }
}
const enabled = { disabled: false }
const disabled = { disabled: true }
type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog']
const typeReason = ({ getByLabelText }: Dialog, value: string) =>
  fireEvent.change(getByLabelText('Reason'), { target: { value } })
const cancel = async ({ getByRole }: Dialog) => {
  const button = getByRole('button', { name: /^Cancel/ })
  await waitFor(() => expect(button).toMatchObject(enabled))
  fireEvent.click(button)
}

test('the cancel dialog sends the same key again after a lost response, and another key with another reason [S-453][S-455]', async () => {
  const sent = answer([['/cancel', lostResponse]])
  const { dialog } = await openDialog()
  const keys = () => sent.flatMap(({ key }) => key ?? [])
  typeReason(dialog, 'illness')
  await cancel(dialog)
  await waitFor(() => expect(keys()).toHaveLength(1))
  await dialog.findByText(/^We cannot reach the cinema/)
  await cancel(dialog)
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[1]).toBe(keys()[0])

  typeReason(dialog, 'a long illness')
  await cancel(dialog)
  await waitFor(() => expect(keys()).toHaveLength(3))
  expect(keys()[2]).not.toBe(keys()[0])
})

test('the cancel dialog stays open until the answer, then the search is read again [S-455]', async () => {
  const { promise, resolve } = createResponse()
  answer([['/cancel', () => promise]])
  const { dialog } = await openDialog()
  typeReason(dialog, 'illness')
  await cancel(dialog)

  const keep = dialog.getByRole('button', { name: 'Keep' })
  await waitFor(() => expect(keep).toMatchObject(disabled))
  expect(dialog.getByRole('button', { name: 'Close' })).toMatchObject(disabled)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).not.toBeNull()

  answer([['/bookings', { bookings: [{ ...FOUND, places: [] }] }]])
  resolve(Response.json(CANCELLED))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await within(screen.getByRole('table', { name: 'Found bookings' })).findByText('Cancelled')
})

test('the cancel dialog waits for the refund of another choice, and forgets the refusal of the earlier one [S-455]', async () => {
  const { promise, resolve } = createResponse()
  answer([['/cancel', () => refusal('PRICE_MISMATCH', 'The refund is ₹150.')]])
  const { dialog } = await openDialog()
  await cancel(dialog)
  await dialog.findByText('The refund is ₹150.')
  answer([['/preview-cancellation', () => promise]])

  fireEvent.click(dialog.getByRole('checkbox', { name: 'A2' }))

  expect(dialog.queryByText('The refund is ₹150.')).toBeNull()
  const status = dialog.getByRole('status')
  await waitFor(() => expect(status.getAttribute('aria-busy')).toBe('true'))
  const button = dialog.getByRole('button', { name: 'Cancel these places' })
  expect(button).toMatchObject(disabled)
  resolve(Response.json({ refund: 75, fee: 75 }))
  await waitFor(() => expect(button).toMatchObject(enabled))
  expect(status.textContent).toBe('Refund ₹75. The cinema keeps ₹75. Give it back in cash.')
})

test('Escape closes the cancel dialog, and the focus returns to the button that has opened it [S-455]', async () => {
  answer()
  const { opener } = await openDialog()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a booking with a refused email says so, and its corrected address is sent [S-661][S-662]', async () => {
  const refused = { ...BOOKING, refusedEmail: 'asha@exmaple.com' }
  const history = [
    { at: BOOKING.createdAt, action: 'mail.refused', device: null, reason: '550 no mailbox' },
  ]
  const sent = answer([
    ['/bookings/MQ-1/email', { success: true, message: 'The address is saved.' }],
    ['/bookings/MQ-1', { booking: refused, history, vouchers: [], notes: [] }],
  ])
  renderPage(
    '/bookings/MQ-1',
    <Routes>
      <Route path="/bookings/:reference" element={<BookingsPage />} />
    </Routes>,
  )
  await screen.findByText('Refused by asha@exmaple.com')
  screen.getByText('Email refused')
  fireEvent.click(screen.getByRole('button', { name: 'Correct email…' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'asha@example.com' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and send' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ path }) => path.endsWith('/email'))?.body).toEqual({
    email: 'asha@example.com',
  })
})

test('a booking shows what was refunded of its price [S-455]', async () => {
  // Of two seats at ₹150 one was cancelled, for half of its price.
  const partly = { ...BOOKING, seats: BOOKING.seats.slice(1), totalCost: 225, refunded: 75 }
  answer([['/bookings/MQ-1', { booking: partly, history: [], vouchers: [], notes: [] }]])
  renderPage(
    '/bookings/MQ-1',
    <Routes>
      <Route path="/bookings/:reference" element={<BookingsPage />} />
    </Routes>,
  )
  const textBeside = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  await screen.findByText('Refunded')
  expect(['Paid in all', 'Refunded', 'Price now', 'Kept'].map(textBeside)).toEqual([
    ...['₹300 in cash', '₹75', '₹150', '₹75 for cancelled places'],
  ])
})

test('a booking of free tickets shows that nothing was paid [S-455]', async () => {
  const free = { ...BOOKING, payment: 'complimentary', paymentReason: 'goodwill' }
  answer([['/bookings/MQ-1', { booking: free, history: [], vouchers: [], notes: [] }]])
  renderPage(
    '/bookings/MQ-1',
    <Routes>
      <Route path="/bookings/:reference" element={<BookingsPage />} />
    </Routes>,
  )
  const name = await screen.findByText('Paid')
  expect(name.nextElementSibling?.textContent).toBe('Nothing Free tickets worth ₹300: goodwill')
})

test('the passes of a booking are replaced after a question, and the new ones are shown [S-642]', async () => {
  const passes = [{ number: 0, label: 'Admit 2', token: 'NEWTOKEN' }]
  const sent = answer([['/replace-passes', { passes }]])
  renderPage(
    '/bookings/MQ-1?q=MQ',
    <Routes>
      <Route path="/bookings/:reference" element={<BookingsPage />} />
    </Routes>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Replace passes…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(sent.some(({ path }) => path.endsWith('/replace-passes'))).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Replace passes' }))

  await screen.findByRole('dialog', { name: /^Tickets of/ })
  screen.getByRole('img', { name: 'QR code of Admit 2' })
})
