import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { FaqPage } from '#pages/faq.tsx'
import { errorResponse, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'

const mockApi = startMockApi()
const visitFaq = () => renderPages({ to: '/faq', pages: { '/faq': <FaqPage /> } })
type Person = ReturnType<typeof visitFaq>

async function askWhy(person: Person) {
  await person.type(screen.getByLabelText('Your Email'), 'asha@example.com')
  await person.type(screen.getByLabelText('Your Question'), 'Why?')
  await person.click(screen.getByRole('button', { name: 'Submit Question' }))
}

async function sayHello(person: Person) {
  await person.click(screen.getByRole('tab', { name: 'Contact' }))
  await person.type(screen.getByLabelText('Name'), 'Asha')
  await person.type(screen.getByLabelText('Email'), 'asha@example.com')
  await person.type(screen.getByLabelText('Message'), 'Hello')
  await person.click(screen.getByRole('button', { name: 'Send Message' }))
}

test.each([
  ['Do parking prices change with demand?', /no dynamic pricing: .* always ₹50 and .* ₹100/],
  ['Can I book a ticket and a parking slot together?', /^Yes\./],
  ['How is payment handled?', /no money is taken/],
  ['Is my parking slot matched to my seat?', /you choose freely/],
])('the question %s opens to its answer, and shuts again [R-2.79]', async (question, answer) => {
  const person = visitFaq()
  const heading = screen.getByRole('button', { name: question })
  expect(screen.queryByText(answer)).toBeNull()

  await person.click(heading)
  screen.getByText(answer)

  await person.click(heading)
  expect(screen.queryByText(answer)).toBeNull()
})

test('there are two tabs, four questions on the first and a form on each [R-2.78][R-2.80][R-2.81]', async () => {
  const person = visitFaq()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'FAQ',
    'Contact',
  ])
  expect(screen.getAllByRole('button', { name: /\?$/ })).toHaveLength(4)
  screen.getByRole('heading', { name: 'Ask a Question' })

  await person.click(screen.getByRole('tab', { name: 'Contact' }))

  screen.getByRole('heading', { name: 'Contact Us' })
  expect(screen.queryByRole('heading', { name: 'Ask a Question' })).toBeNull()
})

test("a question is sent, and the server's answer shown [R-2.80][R-3.23][R-7.14]", async () => {
  let sent: unknown
  mockApi.use(
    http.post('*/api/faq/ask', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, message: 'We will write to you.' })
    }),
  )

  await askWhy(visitFaq())

  await screen.findByText('We will write to you.')
  expect(sent).toEqual({ userEmail: 'asha@example.com', userQuestion: 'Why?' })
  expect(screen.getByLabelText('Your Question')).toHaveProperty('value', '')
})

test('a question that is refused stays in the form [R-8.27]', async () => {
  mockApi.use(http.post('*/api/faq/ask', () => errorResponse(500, 'INTERNAL', 'No.')))

  await askWhy(visitFaq())

  const dialog = within(await screen.findByRole('dialog', { name: 'Oops...' }))
  dialog.getByText('There was an error submitting your question!')
  expect(screen.getByLabelText('Your Question')).toHaveProperty('value', 'Why?')
})

test('a message is sent from the other tab [R-2.81][R-3.24][R-7.14]', async () => {
  let sent: unknown
  mockApi.use(
    http.post('*/api/contact/submit', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, message: 'Thank you for writing.' })
    }),
  )

  await sayHello(visitFaq())

  await screen.findByText('Thank you for writing.')
  expect(sent).toEqual({ name: 'Asha', email: 'asha@example.com', message: 'Hello' })
})

test('a message that is refused is told as such [R-8.28]', async () => {
  mockApi.use(http.post('*/api/contact/submit', () => errorResponse(500, 'INTERNAL', 'No.')))

  await sayHello(visitFaq())

  await screen.findByRole('dialog', { name: 'Oops...' })
  screen.getByText('There was an error submitting your message!')
})

test('nothing is sent before every field is filled [R-5.13]', async () => {
  const person = visitFaq()

  await person.click(screen.getByRole('button', { name: 'Submit Question' }))

  const email = screen.getByLabelText('Your Email')
  expect(email).toHaveProperty('type', 'email')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Please enter your question.')
})

test('no message is sent before every field is filled [R-5.13]', async () => {
  const person = visitFaq()
  await person.click(screen.getByRole('tab', { name: 'Contact' }))

  await person.click(screen.getByRole('button', { name: 'Send Message' }))

  const fields = ['Name', 'Email', 'Message'].map((name) => screen.getByLabelText(name))
  expect(fields.map(({ ariaInvalid }) => ariaInvalid)).toEqual(['true', 'true', 'true'])
  expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
})

test('a link can lead to the other tab', () => {
  renderPages({ to: '/faq?tab=contact', pages: { '/faq': <FaqPage /> } })

  expect(screen.getByRole('tab', { name: 'Contact' }).ariaSelected).toBe('true')
  screen.getByRole('button', { name: 'Send Message' })
})
