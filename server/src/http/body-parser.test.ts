import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('body parser', (world) => {
  const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }
  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

  const post = async (path: string, body: string | Buffer, headers: Record<string, string>) =>
    createBrowser((await createTestApp(world().ctx)).app).post(path, body, headers)

  test.each(['application/json', JSON_TYPE['content-type']])('accepts %s', async (type) => {
    const body = JSON.stringify(QUESTION)
    const { statusCode } = await post('/api/faq/ask', body, { 'content-type': type })
    expect(statusCode).toBe(200)
  })

  test.each([
    ['another type', '/api/faq/ask', JSON.stringify(QUESTION), { 'content-type': 'nonsense' }],
    [
      'a compressed body',
      '/api/faq/ask',
      gzipSync(JSON.stringify(QUESTION)),
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
    ],
    ['text where a call has no body', '/api/auth/signout', 'x', { 'content-type': 'text/plain' }],
  ])('answers 415 to %s', async (_, path, body, headers) => {
    const answer = await post(path, body, headers)

    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('accepts an empty body with a content type where a call has no body', async () => {
    expect((await post('/api/auth/signout', '', JSON_TYPE)).statusCode).toBe(200)
    expect((await post('/api/faq/ask', '', JSON_TYPE)).statusCode).toBe(400)
  })

  test.each([
    ['another type of value', '7'],
    ['more levels than any call needs', '[[[[[[[]]]]]]]'],
    ['a constructor', '{"constructor":{"prototype":{}}}'],
  ])('answers 400 to a field with %s', async (_, userQuestion) => {
    const body = `{"userEmail":"asha@example.com","userQuestion":${userQuestion}}`

    const answer = await post('/api/faq/ask', body, JSON_TYPE)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'INVALID' })
  })

  test('answers 400 to a path with an encoded zero character', async () => {
    expect((await post('/api/user/update/a%00b', '{}', JSON_TYPE)).statusCode).toBe(400)
  })
})
