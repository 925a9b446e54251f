import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('what the interface takes in', (world) => {
  const QUESTION = { userQuestion: 'Is there popcorn?', userEmail: 'asha@example.com' }
  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

  const aDoor = async () => createBrowser((await createTestApp(world().ctx)).app)
  const ask = async (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    (await aDoor()).post('/api/faq/ask', body, headers)

  test('JSON is taken, with or without a word on its characters', async () => {
    expect((await ask(JSON.stringify(QUESTION))).statusCode).toBe(200)
    expect(
      (await ask(JSON.stringify(QUESTION), { 'content-type': 'application/json' })).statusCode,
    ).toBe(200)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])('%s is not', async (type) => {
    const answer = await ask(JSON.stringify(QUESTION), { 'content-type': type })

    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('nor is what is packed', async () => {
    const answer = await ask(gzipSync(JSON.stringify(QUESTION)), {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
    })

    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('nor is any other body where a call has none', async () => {
    const browser = await aDoor()

    const answer = await browser.post('/api/auth/signout', 'hello', {
      'content-type': 'text/plain',
    })

    expect(answer.statusCode).toBe(415)
  })

  test('a client may name a type for a body that it does not send', async () => {
    const browser = await aDoor()

    expect((await browser.post('/api/auth/signout', '', JSON_TYPE)).statusCode).toBe(200)
    expect((await ask('')).statusCode).toBe(400)
  })

  test.each([
    ['broken', '{"userQuestion":'],
    ['deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deeper than any call needs', JSON.stringify({ ...QUESTION, more: [[[[[[[]]]]]]] })],
    [
      'reaching for a prototype',
      `{"__proto__":{"admin":true},${JSON.stringify(QUESTION).slice(1)}`,
    ],
    ['reaching for a constructor', JSON.stringify({ ...QUESTION, constructor: { prototype: {} } })],
    ['with a sign that no database stores', JSON.stringify({ ...QUESTION, userQuestion: 'a\0b' })],
    ['of another type than asked for', JSON.stringify({ ...QUESTION, userQuestion: 7 })],
    ['of null', 'null'],
  ])('a body %s is refused', async (_, body) => {
    const answer = await ask(body)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'INVALID' })
    expect(world().mails).toEqual([])
  })

  test('an address with a sign that no database stores is refused', async () => {
    expect((await (await aDoor()).post('/api/user/update/a%00b', {})).statusCode).toBe(400)
  })
})
