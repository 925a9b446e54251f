import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { FaqPage } from '#pages/faq.tsx'
import { openBoxOffice, refuse } from '#test/box-office.ts'
import { visit } from '#test/visit.tsx'

const boxOffice = openBoxOffice()
const visitFaq = () => visit({ to: '/faq', pages: { '/faq': <FaqPage /> } })
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

test('the four questions open to their answers', async () => {
  const person = visitFaq()
  const questions = screen.getAllByRole('button', { name: /\?$/ })
  expect(questions).toHaveLength(4)

  await person.click(screen.getByRole('button', { name: /payment handled/ }))

  screen.getByText(/no money is taken/)
})

test("a question is sent, and the server's answer shown", async () => {
  let sent: unknown
  boxOffice.use(
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

test('a question that is refused stays in the form', async () => {
  boxOffice.use(http.post('*/api/faq/ask', () => refuse(500, 'INTERNAL', 'No.')))

  await askWhy(visitFaq())

  const dialog = within(await screen.findByRole('dialog', { name: 'Oops...' }))
  dialog.getByText('There was an error submitting your question!')
  expect(screen.getByLabelText('Your Question')).toHaveProperty('value', 'Why?')
})

test('a message is sent from the other tab', async () => {
  let sent: unknown
  boxOffice.use(
    http.post('*/api/contact/submit', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, message: 'Thank you for writing.' })
    }),
  )

  await sayHello(visitFaq())

  await screen.findByText('Thank you for writing.')
  expect(sent).toEqual({ name: 'Asha', email: 'asha@example.com', message: 'Hello' })
})

test('a message that is refused is told as such', async () => {
  boxOffice.use(http.post('*/api/contact/submit', () => refuse(500, 'INTERNAL', 'No.')))

  await sayHello(visitFaq())

  await screen.findByRole('dialog', { name: 'Oops...' })
  screen.getByText('There was an error submitting your message!')
})

test('nothing is sent before every field is filled', async () => {
  const person = visitFaq()

  await person.click(screen.getByRole('button', { name: 'Submit Question' }))

  const email = screen.getByLabelText('Your Email')
  expect(email).toHaveProperty('type', 'email')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Please enter your question.')
})

test('a link can lead to the other tab', () => {
  visit({ to: '/faq?tab=contact', pages: { '/faq': <FaqPage /> } })

  expect(screen.getByRole('tab', { name: 'Contact' }).ariaSelected).toBe('true')
  screen.getByRole('button', { name: 'Send Message' })
})
