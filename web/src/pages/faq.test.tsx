import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { FaqPage } from '#pages/faq.tsx'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
const openFaq = () => renderPages({ to: '/faq', pages: { '/faq': <FaqPage /> } })
type User = ReturnType<typeof openFaq>

async function sendQuestion(user: User) {
  await user.type(screen.getByLabelText('Your Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Your Question'), 'Why?')
  await user.click(screen.getByRole('button', { name: 'Submit Question' }))
}

async function sendMessage(user: User) {
  await user.click(screen.getByRole('tab', { name: 'Contact' }))
  await user.type(screen.getByLabelText('Name'), 'Asha')
  await user.type(screen.getByLabelText('Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Message'), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send Message' }))
}

test.each([
  ['Do parking prices change with demand?', /no dynamic pricing: .* always ₹50 and .* ₹100/],
  ['Can I book a ticket and a parking slot together?', /^Yes\./],
  ['How is payment handled?', /no money is taken/],
  ['Is my parking slot matched to my seat?', /you choose freely/],
])('FaqPage opens and closes the answer to "%s" [R-2.79]', async (question, answer) => {
  const user = openFaq()
  const heading = screen.getByRole('button', { name: question })
  expect(screen.queryByText(answer)).toBeNull()

  await user.click(heading)
  screen.getByText(answer)

  await user.click(heading)
  expect(screen.queryByText(answer)).toBeNull()
})

test('FaqPage has two tabs, four questions and a form on each tab [R-2.78][R-2.80][R-2.81]', async () => {
  const user = openFaq()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'FAQ',
    'Contact',
  ])
  expect(screen.getAllByRole('button', { name: /\?$/ })).toHaveLength(4)
  screen.getByRole('heading', { name: 'Ask a Question' })

  await user.click(screen.getByRole('tab', { name: 'Contact' }))

  screen.getByRole('heading', { name: 'Contact Us' })
  expect(screen.queryByRole('heading', { name: 'Ask a Question' })).toBeNull()
})

test('QuestionForm sends the question and shows the message of the server [R-2.80][R-3.23][R-7.14]', async () => {
  let sent: unknown
  mockApi.use(
    http.post('*/api/faq/ask', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, message: 'We will write to you.' })
    }),
  )

  await sendQuestion(openFaq())

  await screen.findByText('We will write to you.')
  expect(sent).toEqual({ userEmail: 'asha@example.com', userQuestion: 'Why?' })
  expect(screen.getByLabelText('Your Question')).toHaveProperty('value', '')
})

test('QuestionForm keeps the question and shows an error after a failure [R-8.27]', async () => {
  mockApi.use(http.post('*/api/faq/ask', () => errorResponse(500, 'INTERNAL', 'No.')))

  await sendQuestion(openFaq())

  const dialog = within(await screen.findByRole('dialog', { name: 'Oops...' }))
  dialog.getByText('There was an error submitting your question!')
  expect(screen.getByLabelText('Your Question')).toHaveProperty('value', 'Why?')
})

test('MessageForm sends the message [R-2.81][R-3.24][R-7.14]', async () => {
  let sent: unknown
  mockApi.use(
    http.post('*/api/contact/submit', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, message: 'Thank you for writing.' })
    }),
  )

  await sendMessage(openFaq())

  await screen.findByText('Thank you for writing.')
  expect(sent).toEqual({ name: 'Asha', email: 'asha@example.com', message: 'Hello' })
})

test('MessageForm shows an error after a failure [R-8.28]', async () => {
  mockApi.use(http.post('*/api/contact/submit', () => errorResponse(500, 'INTERNAL', 'No.')))

  await sendMessage(openFaq())

  await screen.findByRole('dialog', { name: 'Oops...' })
  screen.getByText('There was an error submitting your message!')
})

test('QuestionForm requires every field [R-5.13]', async () => {
  const user = openFaq()

  await user.click(screen.getByRole('button', { name: 'Submit Question' }))

  const email = screen.getByLabelText('Your Email')
  expect(email).toHaveProperty('type', 'email')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Please enter your question.')
})

test('MessageForm requires every field [R-5.13]', async () => {
  const user = openFaq()
  await user.click(screen.getByRole('tab', { name: 'Contact' }))

  await user.click(screen.getByRole('button', { name: 'Send Message' }))

  const fields = ['Name', 'Email', 'Message'].map((name) => screen.getByLabelText(name))
  expect(fields.map(({ ariaInvalid }) => ariaInvalid)).toEqual(['true', 'true', 'true'])
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
})

test('FaqPage opens the tab of the address', () => {
  renderPages({ to: '/faq?tab=contact', pages: { '/faq': <FaqPage /> } })

  expect(screen.getByRole('tab', { name: 'Contact' }).ariaSelected).toBe('true')
  screen.getByRole('button', { name: 'Send Message' })
})
