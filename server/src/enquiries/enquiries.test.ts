import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

describeContext('enquiries', (context) => {
  const send = async (path: string, body: object) =>
    createBrowser((await createTestApp(context().ctx)).app).post(path, body)
  const stored = (email: string) =>
    context().ctx.db.selectFrom('enquiries').selectAll().where('email', '=', email).execute()

  test.each([
    [
      'question',
      '/api/faq/ask',
      { userQuestion: ' Is there popcorn? ', userEmail: 'asha@example.com' },
      'Thank you! Your question has been submitted.',
      {
        name: null,
        text: 'Is there popcorn?\n\nEmail: asha@example.com\n\nAnswer this email to reach the visitor, or answer in the office.\nMarquee\n',
      },
    ],
    [
      'message',
      '/api/contact/submit',
      { name: 'Ravi', email: 'asha@example.com', message: 'I lost a glove.' },
      'Thank you! Your message has been sent.',
      {
        name: 'Ravi',
        text: 'I lost a glove.\n\nName: Ravi\nEmail: asha@example.com\n\nAnswer this email to reach the visitor, or answer in the office.\nMarquee\n',
      },
    ],
  ])(
    '%s is stored, sent to the box office and answered with thanks [R-3.23][R-3.24][R-7.14]',
    async (kind, path, body, message, { name, text }) => {
      const response = await send(path, body)

      expect(response.json()).toEqual({ success: true, message })
      expect(await stored('asha@example.com')).toContainEqual(
        expect.objectContaining({ kind, name, body: text.split('\n')[0] }),
      )
      const subject = `Marquee: A ${kind} from a visitor`
      const [to, replyTo] = ['box-office@localhost', 'asha@example.com']
      const html = expect.stringContaining(`${subject.slice(9)}</h1>`)
      expect(await context().sentMails()).toEqual([
        { id: expect.any(String), kind: 'enquiry', to, replyTo, subject, text, html },
      ])
    },
  )

  test.each([
    { userQuestion: ' ', userEmail: 'mallory@example.com' },
    { userQuestion: 'x'.repeat(4001), userEmail: 'mallory@example.com' },
    { userQuestion: 'Hello?', userEmail: 'mallory@example.com\r\nBcc: all@example.com' },
    { userQuestion: 'Hello?', userEmail: 'mallory@example.com, all@example.com' },
    { userEmail: 'mallory@example.com' },
  ])('question %j is refused and not sent', async (body) => {
    const response = await send('/api/faq/ask', body)

    expect(response.statusCode).toBe(400)
    expect(await stored('mallory@example.com')).toEqual([])
    expect(await context().sentMails()).toEqual([])
  })
})
