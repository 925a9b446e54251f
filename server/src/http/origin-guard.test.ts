import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { isAllowedOrigin } from './origin-guard.ts'

const ORIGINS = ['http://localhost:3000', 'http://127.0.0.1:3000']

test.each([
  ['an own page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  ['an own page by its other host name', { origin: 'http://127.0.0.1:3000' }],
  ['an own page without Origin', { 'sec-fetch-site': 'same-origin' }],
  ['a typed address', { 'sec-fetch-site': 'none' }],
  ['a program that is no browser', {}],
])('isAllowedOrigin accepts %s', (_, headers) => {
  expect(isAllowedOrigin(headers, ORIGINS)).toBe(true)
})

test.each([
  ['another site', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
  ['another port', { origin: 'http://localhost:4000' }],
  ['another scheme', { origin: 'https://localhost:3000' }],
  ['a host that begins with ours', { origin: 'http://localhost:3000.elsewhere.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  [
    'a foreign origin that claims same-origin',
    { origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
  ],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
])('isAllowedOrigin refuses %s', (_, headers) => {
  expect(isAllowedOrigin(headers, ORIGINS)).toBe(false)
})

describeDatabases('origin guard', (world) => {
  const FOREIGN = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

  test.each([
    ['HEAD', '/api/auth/signout', 403],
    ['GET', '/api/auth/session', 200],
  ] as const)('answers a foreign %s %s with %d', async (method, path, statusCode) => {
    const browser = createBrowser((await createTestApp(world().ctx)).app)

    const answer = await browser.call(method, path, undefined, FOREIGN)

    expect(answer.statusCode).toBe(statusCode)
  })
})
