import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { isSearchShortcutOn } from '#lib/device-data.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { FaqPage } from './faq.tsx'

const mockApi = startMockApi()
const openFaq = (to = '/faq') => renderPages({ to, pages: { '/faq': <FaqPage /> } })

const FORMS = [
  {
    form: 'QuestionForm',
    to: '/faq',
    path: '*/api/faq/ask',
    entries: { 'Your Email': 'asha@example.com', 'Your Question': 'Why?' },
    body: { userEmail: 'asha@example.com', userQuestion: 'Why?' },
    button: 'Submit Question',
    errorText: 'There was an error submitting your question!',
  },
  {
    form: 'MessageForm',
    to: '/faq?tab=contact',
    path: '*/api/contact/submit',
    entries: { Name: 'Asha', Email: 'asha@example.com', Message: 'Hello' },
    body: { name: 'Asha', email: 'asha@example.com', message: 'Hello' },
    button: 'Send Message',
    errorText: 'There was an error submitting your message!',
  },
]
type Form = (typeof FORMS)[number]

async function send(user: UserEvent, { entries, button }: Form) {
  for (const [label, value] of Object.entries(entries)) {
    await user.type(screen.getByLabelText(label), value)
  }
  await user.click(screen.getByRole('button', { name: button }))
}
const lastField = ({ entries }: Form) => screen.getByLabelText(Object.keys(entries).at(-1) ?? '')

test.each(FORMS)(
  '$form requires every field, sends its entries and shows the message of the server [R-2.80][R-2.81][R-3.23][R-3.24][R-5.13][R-7.14]',
  async (form) => {
    const received = recordPosts(mockApi, form.path, () =>
      HttpResponse.json({ success: true, message: 'We will write to you.' }),
    )

    const user = openFaq(form.to)
    await user.click(screen.getByRole('button', { name: form.button }))
    for (const label of Object.keys(form.entries)) {
      expect(screen.getByLabelText(label).ariaInvalid).toBe('true')
    }
    expect(screen.getByLabelText(/Email/)).toHaveProperty('type', 'email')
    await send(user, form)

    await screen.findByText('We will write to you.')
    expect(received).toEqual([form.body])
    expect(lastField(form)).toHaveProperty('value', '')
  },
)

test.each(FORMS)(
  '$form keeps its entries and shows an error after a failure [R-8.27][R-8.28]',
  async (form) => {
    mockApi.use(http.post(form.path, () => errorResponse(500, 'INTERNAL', 'No.')))

    await send(openFaq(form.to), form)

    const dialog = within(await screen.findByRole('dialog', { name: 'Oops...' }))
    dialog.getByText(form.errorText)
    expect(lastField(form)).toHaveProperty('value', Object.values(form.entries).at(-1))
  },
)

test('FaqPage tells about refunds, changes, the waiting list and emails', () => {
  openFaq()

  const section = within(screen.getByRole('region', { name: 'After You Book' }))
  expect(section.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Cancelling and refunds', 'Changing a booking', 'When a show is full', 'What we send you'],
  ])
})

test('FaqPage has the switch for the key / of the search, for visitors who are not signed in [S-970]', async () => {
  const user = openFaq()
  const toggle = screen.getByRole('checkbox', { name: /^Keyboard shortcut \// })

  await user.click(toggle)

  expect(isSearchShortcutOn()).toBe(false)
  await user.click(toggle)
})

test('FaqPage has two tabs with a form each, and opens and closes four answers [R-2.78][R-2.79][R-2.80][R-2.81]', async () => {
  const user = openFaq()
  const answers = new Map([
    ['Do parking prices change with demand?', /no dynamic pricing.* always ₹50 .* always ₹100/],
    ['Can I book a ticket and a parking slot together?', /^Yes\./],
    ['How is payment handled?', /no money is taken/],
    ['Is my parking slot matched to my seat?', /you can choose any free slot/],
  ])
  const questions = screen.getAllByRole('button', { name: /\?$/ })
  expect(questions.map(({ textContent }) => textContent)).toEqual([...answers.keys()])
  for (const question of questions) {
    const answer = answers.get(question.textContent) ?? ''
    const isHidden = () => screen.getByText(answer).closest('[hidden]') !== null
    expect(isHidden()).toBe(true)
    await user.click(question)
    expect(isHidden()).toBe(false)
    await user.click(question)
    expect(isHidden()).toBe(true)
  }

  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual(['FAQ', 'Contact'])
  screen.getByRole('heading', { name: 'Ask a Question' })
  await user.click(screen.getByRole('tab', { name: 'Contact' }))
  screen.getByRole('heading', { name: 'Contact Us' })
  expect(screen.queryByRole('heading', { name: 'Ask a Question' })).toBeNull()
})
