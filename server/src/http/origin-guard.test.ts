import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { isAllowedOrigin } from './origin-guard.ts'

const ORIGINS = ['http://localhost:3000', 'http://127.0.0.1:3000']

test.each([
  ['a page of ours', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  ['a page of ours by its other name', { origin: 'http://127.0.0.1:3000' }],
  ['our page, in a browser that leaves the origin out', { 'sec-fetch-site': 'same-origin' }],
  ['somebody who typed the address', { 'sec-fetch-site': 'none' }],
  ['a program', {}],
])('%s may come in', (_, headers) => {
  expect(isAllowedOrigin(headers, ORIGINS)).toBe(true)
})

test.each([
  ['another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { origin: 'http://localhost:4000' }],
  ['another scheme', { origin: 'https://localhost:3000' }],
  ['a site that begins like ours', { origin: 'http://localhost:3000.elsewhere.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  [
    'a foreign page that says it is ours',
    { origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['another site, in a browser that leaves the origin out', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
])('%s may not', (_, headers) => {
  expect(isAllowedOrigin(headers, ORIGINS)).toBe(false)
})

describeDatabases('calls from foreign pages', (world) => {
  const FOREIGN = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

  const signedIn = async () => {
    const { app } = await createTestApp(world().ctx)
    const browser = createBrowser(app)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a train, stolen' }
    await browser.post('/api/auth/signup', { ...account, username: 'Asha' })
    await browser.post('/api/auth/signin', account)
    return browser
  }

  test.each(['GET', 'HEAD', 'POST'] as const)('%s cannot sign anybody out', async (method) => {
    const browser = await signedIn()

    const answer = await browser.call(method, '/api/auth/signout', undefined, FOREIGN)

    expect(answer.statusCode).toBe(403)
    expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
  })

  test('nothing can be changed or sent from another site', async () => {
    const browser = await signedIn()
    const question = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }

    const answer = await browser.post('/api/faq/ask', question, FOREIGN)

    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect(world().mails).toEqual([])
  })

  test('a link from another site may look', async () => {
    const browser = await signedIn()

    expect(
      (await browser.get('/api/auth/session', { 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(200)
  })
})
