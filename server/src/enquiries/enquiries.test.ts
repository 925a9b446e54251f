import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('enquiries', (world) => {
  const send = async (path: string, body: object) =>
    createBrowser((await createTestApp(world().ctx)).app).post(path, body)
  const stored = (email: string) =>
    world().ctx.db.selectFrom('enquiries').selectAll().where('email', '=', email).execute()

  test('question is stored, sent to the box office and answered with thanks [R-3.23]', async () => {
    const answer = await send('/api/faq/ask', {
      userQuestion: ' Is there popcorn? ',
      userEmail: 'asha@example.com',
    })

    expect(answer.json()).toEqual({
      success: true,
      message: 'Thank you! Your question has been submitted.',
    })
    expect(await stored('asha@example.com')).toMatchObject([
      { kind: 'question', name: null, body: 'Is there popcorn?' },
    ])
    expect(world().mails).toEqual([
      {
        to: 'box-office@localhost',
        replyTo: 'asha@example.com',
        subject: 'Marquee: A question from a visitor',
        text: 'Is there popcorn?\n\nasha@example.com\n',
      },
    ])
  })

  test('message is stored and sent with the name of its author [R-3.24]', async () => {
    const answer = await send('/api/contact/submit', {
      name: 'Ravi',
      email: 'ravi@example.com',
      message: 'I lost a glove.',
    })

    expect(answer.json().message).toBe('Thank you! Your message has been sent.')
    expect(await stored('ravi@example.com')).toMatchObject([{ kind: 'message', name: 'Ravi' }])
    expect(world().mails[0]?.text).toBe('I lost a glove.\n\nRavi, ravi@example.com\n')
  })

  test.each([
    { userQuestion: ' ', userEmail: 'mallory@example.com' },
    { userQuestion: 'x'.repeat(4001), userEmail: 'mallory@example.com' },
    { userQuestion: 'Hello?', userEmail: 'mallory@example.com\r\nBcc: all@example.com' },
    { userQuestion: 'Hello?', userEmail: 'mallory@example.com, all@example.com' },
    { userEmail: 'mallory@example.com' },
  ])('question %j is refused and not sent', async (body) => {
    const answer = await send('/api/faq/ask', body)

    expect(answer.statusCode).toBe(400)
    expect(await stored('mallory@example.com')).toEqual([])
    expect(world().mails).toEqual([])
  })
})
