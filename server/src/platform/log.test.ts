import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(what: object) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(what, 'something happened')
  return lines.join('')
}

const SECRET = 'eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.c2ln'

test.each([
  'password',
  'currentPassword',
  'credential',
  'phone',
  'vehicleNumber',
  'cookie',
  'authorization',
  'set-cookie',
  'code',
  'state',
  'nonce',
  'verifier',
  'code_verifier',
  'id_token',
  'access_token',
  'refresh_token',
  'refreshToken',
  'client_secret',
  'clientSecret',
])('%s reaches no log line, however deep it lies', (name) => {
  const line = written({
    [name]: SECRET,
    body: { [name]: SECRET },
    request: { body: { [name]: SECRET } },
  })

  expect(line).toContain('something happened')
  expect(line).not.toContain(SECRET)
})

test('an address is written without what it carries', () => {
  const url = `/api/auth/google/callback?state=${SECRET}&code=${SECRET}#id_token=${SECRET}`
  const line = written({ url, req: { method: 'GET', url, headers: { cookie: SECRET } } })

  expect(line).toContain('/api/auth/google/callback?…')
  expect(line).not.toContain(SECRET)
})

test.each(['ECONNREFUSED', 'ERR_JWS_INVALID', '57P01'])('that %s broke is still told', (code) => {
  expect(written({ err: Object.assign(new Error('broken'), { code }) })).toContain(
    `"code":"${code}"`,
  )
})
