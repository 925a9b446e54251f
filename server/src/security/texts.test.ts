import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { invalid, PASSWORD, setupTestServer } from '#test/support/test-server.ts'
import { createDelivery } from '../messages/mail/delivery.ts'
import { sendDueMails } from '../messages/mail/send-mails.service.ts'

const SCRIPT = `<script>alert("1")</script><img src=x onerror='alert(2)'>"'&`
const ONE_LINE = invalid('Please enter the name without line breaks.')
const NO_EMAIL = invalid('Please enter a valid email address.')
const NO_PICTURE = invalid(
  'Please enter a photo link that begins with https:// and has at most 2048 characters.',
)

describeContext('text input', (context) => {
  const server = setupTestServer(context)

  const expectPlainJson = ({ headers }: { headers: Headers }) => {
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  }

  const submit = (part: object) =>
    server()
      .visitor()
      .post('/api/contact/submit', { name: 'Ravi', email: 'ravi@example.com', ...part })

  test('text with markup is returned unchanged as JSON [S-76]', async () => {
    const { client, userId } = await server().member(SCRIPT.slice(0, 80))

    const response = await client.post(`/api/user/update/${userId}`, { username: SCRIPT })
    const session = await client.get('/api/auth/session')

    expect(response.json()).toMatchObject({ username: SCRIPT })
    expect(session.json()).toMatchObject({ user: { username: SCRIPT } })
    for (const one of [response, session]) expectPlainJson(one)
  })

  test('text in a booking is returned unchanged as JSON [S-77]', async () => {
    const show = await createShowtime(context().ctx)
    const { client, userId } = await server().member()
    const phone = '+(91) 98765-4321'
    const response = await client.post('/api/bookings', bookingRequest(show, userId, { phone }))

    expect(response.json()).toMatchObject({ booking: { phone } })
    expectPlainJson(await client.get(`/api/bookings/user/${userId}`))
  })

  test('text input is not repeated in an error [S-78]', async () => {
    const { text } = await server()
      .visitor()
      .post('/api/auth/signup', { username: SCRIPT, email: SCRIPT, password: SCRIPT })

    expect(text).not.toContain('script')
  })

  const INJECTED = 'Ravi\r\nBcc: all@example.com'
  test.each([
    ['a name', { name: INJECTED }, ONE_LINE],
    ['a name with a line separator', { name: 'Ravi\u2028Bcc: all@example.com' }, ONE_LINE],
    ['an address', { email: `ravi@example.com\r\nBcc: all@example.com` }, NO_EMAIL],
    ['two addresses', { email: 'ravi@example.com, all@example.com' }, NO_EMAIL],
    ['an address with a name', { email: 'Ravi <ravi@example.com>' }, NO_EMAIL],
  ])('text input cannot add an email header by %s [S-79]', async (_, part, refusal) => {
    await server().expectRefused(() => submit({ message: 'Hello', ...part }), refusal)
    expect(await context().sentMails()).toEqual([])
  })

  test('text with header lines stays in the body of its email [S-80]', async () => {
    const { ctx } = context()
    const message = 'Hello\r\nBcc: all@example.com\r\n\r\n.\r\nSubject: Yours'
    await submit({ message })
    await sendDueMails({ ...ctx, deliverMail: createDelivery(ctx.config) })

    const [name = ''] = await readdir(ctx.config.mailDir)
    const [head = '', body] = (await readFile(`${ctx.config.mailDir}/${name}`, 'utf8')).split(
      /\r\n\r\n(.*)/s,
    )
    expect(head).not.toMatch(/^(Bcc|Subject: Yours)/im)
    expect(head).toContain('Subject: Marquee: A message from a visitor')
    expect(body).toContain('Bcc: all@example.com')
  })

  test('text with a control character is refused as a username [S-81]', async () => {
    const { client, userId } = await server().member()
    const signUp = { username: 'Asha\nAdmin', email: 'admin@example.com', password: PASSWORD }
    const change = { username: 'Asha\u0007' }
    const { visitor, expectRefused } = server()

    await expectRefused(() => visitor().post('/api/auth/signup', signUp), ONE_LINE)
    await expectRefused(() => client.post(`/api/user/update/${userId}`, change), ONE_LINE)
  })
})

describeContext('a profile picture', (context) => {
  const server = setupTestServer(context)

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://example.com/asha.jpg',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '//example.com/asha.jpg',
    '/api/auth/signout',
    'https://user:secret@example.com/asha.jpg',
    'https://',
    `https://example.com/${'x'.repeat(2048)}`,
    ' ',
  ])('a profile picture at %s is refused [S-82]', async (profilePicture) => {
    const { client, userId } = await server().member()

    await server().expectRefused(
      () => client.post(`/api/user/update/${userId}`, { profilePicture }),
      NO_PICTURE,
    )
  })

  test('a profile picture with an https URL is stored normalized and can be removed [S-83]', async () => {
    const { client, userId } = await server().member()
    const pictureAfter = async (profilePicture: string) =>
      (await client.post(`/api/user/update/${userId}`, { profilePicture })).json()

    expect(await pictureAfter('https://example.com/a b.jpg?"><script>')).toMatchObject({
      profilePicture: 'https://example.com/a%20b.jpg?%22%3E%3Cscript%3E',
    })
    expect(await pictureAfter('')).toMatchObject({ profilePicture: '/profile.svg' })
    expect(await pictureAfter('/profile.svg')).toMatchObject({ profilePicture: '/profile.svg' })
  })
})
