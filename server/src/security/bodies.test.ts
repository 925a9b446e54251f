import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeContext } from '#test/support/test-context.ts'
import {
  expectRefusal,
  INVALID_REQUEST,
  type Refusal,
  setupTestServer,
  TOO_LARGE,
  UNSUPPORTED_CHARACTER,
  WRONG_TYPE,
} from '#test/support/test-server.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const MESSAGE = { name: 'Ravi', email: 'ravi@example.com', message: 'I lost a glove.' }
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const within = (text: string) => `{"x":${text},${JSON.stringify(MESSAGE).slice(1)}`
const changed = (part: object) => JSON.stringify({ ...MESSAGE, ...part })

const BODIES: [name: string, body: string, refusal: Refusal][] = [
  ['that is broken', '{"name":"Ravi"', INVALID_REQUEST],
  ['that is not JSON', 'name=Ravi', INVALID_REQUEST],
  ['with text after the JSON', `${JSON.stringify(MESSAGE)}{}`, INVALID_REQUEST],
  ['with NaN', within('NaN'), INVALID_REQUEST],
  ['with a nested __proto__', within('{"__proto__":{"isAdmin":true}}'), INVALID_REQUEST],
  ['with __proto__ at its top', `{"__proto__":{"isAdmin":true},"name":"R"}`, INVALID_REQUEST],
  ['with an escaped __proto__', within('{"\\u005f_proto__":{}}'), INVALID_REQUEST],
  ['with a constructor prototype', within('{"constructor":{"prototype":{}}}'), INVALID_REQUEST],
  ['with too many levels', within(nested(7)), INVALID_REQUEST],
  ['of 30,000 levels', nested(30_000), INVALID_REQUEST],
  ['that is too large', changed({ message: 'x'.repeat(70_000) }), TOO_LARGE],
  ['with a zero character', changed({ message: 'a\0b' }), UNSUPPORTED_CHARACTER],
  ['with a zero character in a list', within('["\\u0000"]'), UNSUPPORTED_CHARACTER],
  ['with a lone high surrogate', within('"\\ud83d"'), UNSUPPORTED_CHARACTER],
  ['with a lone low surrogate', changed({ name: 'Ravi\udfac' }), UNSUPPORTED_CHARACTER],
]

describeContext('request bodies', (context) => {
  const server = setupTestServer(context)
  const send = (body: string) =>
    server().unchanged(() =>
      server().visitor().send('POST', '/api/contact/submit', body, JSON_TYPE),
    )

  test.each(BODIES)(
    'a body %s is refused [S-69][S-70][S-71][S-72][S-73]',
    async (_, body, refusal) => {
      expectRefusal(await send(body), refusal)
      expect(await context().sentMails()).toEqual([])
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )

  test.each(['7', 'null', '[]', '"x"', '', changed({ message: 7 })])(
    'the body %j is refused [S-74]',
    async (body) => {
      const response = await send(body)

      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ success: false, code: 'INVALID' })
    },
  )

  test('a compressed body, and text where a call has no body, are refused with 415', async () => {
    const { visitor, expectRefused } = server()
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    const body = gzipSync(JSON.stringify(MESSAGE))

    await expectRefused(
      () => visitor().call('/api/contact/submit', { method: 'POST', body, headers }),
      [415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send the request body uncompressed.'],
    )
    await expectRefused(
      () => visitor().send('POST', '/api/auth/signout', 'x', { 'content-type': 'text/plain' }),
      WRONG_TYPE,
    )
  })

  test('an empty body with a content type is accepted where a call has no body', async () => {
    const response = await server().visitor().post('/api/auth/signout')

    expect(response.statusCode).toBe(200)
  })

  test('text with surrogate pairs is stored unchanged [S-75]', async () => {
    const message = 'Danke 🎬 धन्यवाद'

    const response = await server()
      .visitor()
      .post('/api/contact/submit', { ...MESSAGE, message })

    expect(response.statusCode).toBe(200)
    const [row] = await context().ctx.db.selectFrom('enquiries').selectAll().execute()
    expect(row?.body).toBe(message)
  })
})
