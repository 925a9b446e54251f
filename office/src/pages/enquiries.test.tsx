import type { Enquiry } from '@marquee/contract/office/enquiries/enquiries'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { EnquiriesPage } from './enquiries.tsx'

const OPEN: Enquiry = {
  _id: 'e1',
  kind: 'message',
  name: 'Meera',
  email: 'meera@example.com',
  text: 'Is there a lift?',
  state: 'new',
  at: '2026-12-01T13:00:00.000Z',
  device: null,
  answers: [],
}
const ANSWERED: Enquiry = {
  ...OPEN,
  state: 'answered',
  answers: [
    {
      _id: 'a1',
      at: '2026-12-01T14:00:00.000Z',
      device: { _id: 'd2', name: 'Counter 2' },
      text: 'Yes, beside the doors.',
      delivery: 'refused',
    },
  ],
}
const TEMPLATES = {
  templates: [{ _id: 't1', title: 'Lift', text: 'Dear {name}, {cinema} has one. Call {phone}.' }],
}
const counts = { new: 1, answered: 0, closed: 0, spam: 3 }

const answersFor = (enquiry: Enquiry) =>
  [
    ['/enquiries', { enquiries: [enquiry], counts, next: null }],
    ['/enquiries/e1', { enquiry }],
    ['/reply-templates', TEMPLATES],
    ['/devices', []],
  ] as const

function renderEnquiries(path: string, enquiry = OPEN) {
  const sent = mockCalls(answersFor(enquiry))
  renderPage(
    path,
    <Routes>
      <Route path="/enquiries" element={<EnquiriesPage />} />
      <Route path="/enquiries/:enquiryId" element={<EnquiriesPage />} />
    </Routes>,
  )
  return sent
}
const answerForm = () => screen.findByRole('form', { name: 'Answer' })
const send = async () => act(async () => void fireEvent.submit(await answerForm()))

test('EnquiriesPage lists enquiries with their state and the number of each state, and opens one [S-1068]', async () => {
  renderEnquiries('/enquiries')

  fireEvent.click(await screen.findByRole('link', { name: /Meera.*Is there a lift\?/ }))

  const panel = await screen.findByRole('region', { name: 'Enquiry' })
  expect(within(panel).getByText('meera@example.com')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Spam 3' }).getAttribute('aria-pressed')).toBe('false')
})

test('EnquiriesPage fills a template, and sends nothing while a placeholder is left [S-1064][S-1068]', async () => {
  const sent = renderEnquiries('/enquiries/e1')
  const field = await screen.findByLabelText('Your answer')

  fireEvent.change(await screen.findByLabelText('Template'), { target: { value: 't1' } })
  expect(field).toHaveProperty('value', 'Dear Meera, Marquee Anna Nagar has one. Call {phone}.')
  await send()
  expect(screen.getByText('Please replace the words in braces, such as {name}.')).toBeTruthy()
  expect(sent).toEqual([])

  fireEvent.change(field, { target: { value: 'Dear Meera, yes.' } })
  await send()
  expect(sent).toEqual([
    { path: '/api/office/enquiries/e1/reply', body: { text: 'Dear Meera, yes.', answers: 0 } },
  ])
})

test('EnquiriesPage shows the answer of another device that was faster, keeps the text, and sends it after that [S-1062][S-1068]', async () => {
  renderEnquiries('/enquiries/e1')
  fireEvent.change(await screen.findByLabelText('Your answer'), { target: { value: 'Yes.' } })
  mockCalls([
    ['/reply', () => refusal('CLOSED', 'Another device has answered this meanwhile.')],
    ...answersFor(ANSWERED),
  ])
  await send()

  const conversation = await screen.findByRole('list', { name: 'Conversation' })
  await within(conversation).findByText('Yes, beside the doors.')
  expect(within(conversation).getByText('refused by the mail server')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Another device has answered')
  expect(screen.getByLabelText('Another answer')).toHaveProperty('value', 'Yes.')
  const sent = mockCalls([
    ['/reply', { success: true, enquiry: ANSWERED }],
    ...answersFor(ANSWERED),
  ])
  await send()
  expect(sent).toMatchObject([{ body: { text: 'Yes.', answers: 1 } }])
})

test('EnquiriesPage closes an enquiry, and puts it away as spam [S-1063][S-1068]', async () => {
  const sent = renderEnquiries('/enquiries/e1')
  const panel = await screen.findByRole('region', { name: 'Enquiry' })
  for (const name of ['Close without an answer', 'Spam'])
    await act(async () => void fireEvent.click(within(panel).getByRole('button', { name })))

  expect(sent.map(({ body }) => body)).toEqual([{ state: 'closed' }, { state: 'spam' }])
})

test('EnquiriesPage adds a template and shows what is wrong with it beside the field [S-1064][S-1068]', async () => {
  const sent = renderEnquiries('/enquiries')
  fireEvent.click(await screen.findByRole('button', { name: 'Templates…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add a template' }))
  const dialog = screen.getByRole('dialog')
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  const save = () =>
    act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Save' })))
  type('Name', 'Lost and found')
  type('Text', 'Dear {visitor}')
  await save()
  expect(
    within(dialog).getByText('Please use only {name}, {cinema}, {address}, {phone}.'),
  ).toBeTruthy()

  type('Text', 'Dear {name}, call {phone}.')
  await save()
  expect(sent).toMatchObject([
    { body: { title: 'Lost and found', text: 'Dear {name}, call {phone}.' } },
  ])
})
