import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { ShowMessageDialog } from './show-message-dialog.tsx'

const REACH = {
  bookings: 5,
  people: 6,
  mails: 3,
  notices: 2,
  unreached: [{ reference: 'MQ-1', name: 'Meera', phone: '98765 43210' }],
}
const PREVIEW = {
  reach: REACH,
  subject: 'Marquee: about Amaran, Tue, 1 Dec 2026, 6:30 PM',
  sent: [{ at: '2026-12-01T10:00:00.000Z', device: { _id: 'd1', name: 'Laptop' }, text: 'Hello.' }],
}
const PATH = '/shows/show-1/message'

async function renderDialog() {
  const onClose = vi.fn()
  mockCalls([[PATH, PREVIEW]])
  renderPage('/', <ShowMessageDialog show={createShow()} onClose={onClose} />)
  return { onClose, field: await screen.findByLabelText('Message') }
}
const send = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send 3 emails' })))

test('ShowMessageDialog shows whom a message reaches, who must be told, what visitors read, and the earlier ones [S-1073]', async () => {
  const { field } = await renderDialog()
  const facts = screen.getByText('People').closest('dl')
  expect(facts?.textContent).toBe('Bookings5People6Emails3Notices2')
  const unreached = screen.getByRole('region', { name: 'Tell 1 booking yourself' })
  expect(unreached.textContent).toContain('Meera, 98765 43210')
  expect(screen.getByRole('region', { name: 'Sent before' }).textContent).toContain('Hello.')

  fireEvent.change(field, { target: { value: 'Doors open at 7:15 PM.' } })
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  preview.getByText(PREVIEW.subject)
  preview.getByText('Doors open at 7:15 PM.')
})

test('ShowMessageDialog sends nothing without a text, and the same request again after a lost answer [S-1073]', async () => {
  const { onClose, field } = await renderDialog()
  const empty = mockCalls([[PATH, PREVIEW]])
  await send()
  screen.getByText('Please write what visitors should know.')
  expect(empty).toEqual([])

  fireEvent.change(field, { target: { value: ' Doors open at 7:15 PM. ' } })
  const lost = mockCalls([[PATH, () => refusal('UNAVAILABLE', 'We are busy right now.', 503)]])
  await send()
  await screen.findByText('We are busy right now.')
  const answered = mockCalls([[PATH, { success: true, ...PREVIEW }]])
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())

  expect(lost).toEqual([
    {
      path: `/api/office${PATH}`,
      body: { text: 'Doors open at 7:15 PM.' },
      key: expect.any(String),
    },
  ])
  expect(answered).toEqual(lost)
})
