import { expect, test } from 'vitest'
import { createHttpClient } from '#test/support/http-client.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  INVALID_REQUEST,
  type Refusal,
  setupTestServer,
  UNSUPPORTED_CHARACTER,
} from '#test/support/test-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const TOO_LARGE: Refusal = [413, 'TOO_LARGE', 'That request is too large.']
const MESSAGE = { name: 'Ravi', email: 'ravi@example.com', message: 'I lost a glove.' }
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const within = (text: string) => `{"x":${text},${JSON.stringify(MESSAGE).slice(1)}`

const BODIES: [name: string, body: string, refusal: Refusal][] = [
  ['that is broken', '{"name":"Ravi"', INVALID_REQUEST],
  ['that is not JSON', 'name=Ravi', INVALID_REQUEST],
  ['with text after the JSON', `${JSON.stringify(MESSAGE)}{}`, INVALID_REQUEST],
  ['with NaN', within('NaN'), INVALID_REQUEST],
  ['with a nested __proto__', within('{"__proto__":{"isAdmin":true}}'), INVALID_REQUEST],
  ['with __proto__ at its top', `{"__proto__":{"isAdmin":true},"name":"R"}`, INVALID_REQUEST],
  ['with an escaped __proto__', within('{"\\u005f_proto__":{}}'), INVALID_REQUEST],
  ['with a constructor prototype', within('{"constructor":{"prototype":{}}}'), INVALID_REQUEST],
  ['with too many levels', within(nested(30)), INVALID_REQUEST],
  ['of 30,000 levels', nested(30_000), INVALID_REQUEST],
  ['that is too large', JSON.stringify({ ...MESSAGE, message: 'x'.repeat(70_000) }), TOO_LARGE],
  ['with a zero character', JSON.stringify({ ...MESSAGE, message: 'a\0b' }), UNSUPPORTED_CHARACTER],
  ['with a zero character in a list', within('["\\u0000"]'), UNSUPPORTED_CHARACTER],
  ['with a lone high surrogate', within('"\\ud83d"'), UNSUPPORTED_CHARACTER],
  [
    'with a lone low surrogate',
    JSON.stringify({ ...MESSAGE, name: 'Ravi\udfac' }),
    UNSUPPORTED_CHARACTER,
  ],
]

describeDatabases('request bodies', (world) => {
  const server = setupTestServer(world)
  const send = (body: string, headers: Record<string, string> = JSON_TYPE) =>
    server().unchanged(() => server().visitor().send('POST', '/api/contact/submit', body, headers))

  test.each(BODIES)(
    'a body %s is refused [S-69][S-70][S-71][S-72][S-73]',
    async (_, body, refusal) => {
      expectRefusal(await send(body), refusal)
      expect(world().mails).toEqual([])
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )

  test.each([
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', ''],
  ])('a body that is %s is refused [S-74]', async (_, body) => {
    const answer = await send(body)

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'INVALID' })
  })

  test('text with surrogate pairs is stored unchanged [S-75]', async () => {
    const message = 'Danke 🎬 धन्यवाद'
    const client = createHttpClient(server().url)

    expect((await client.post('/api/contact/submit', { ...MESSAGE, message })).statusCode).toBe(200)
    const [row] = await world().ctx.db.selectFrom('enquiries').selectAll().execute()
    expect(row?.body).toBe(message)
  })
})
