import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logLine(fields: object) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(fields, 'message')
  return lines.join('')
}

const SECRET = 'eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.c2ln'

const SECRET_NAMES = `password currentPassword credential phone vehicleNumber cookie authorization
  set-cookie code state nonce verifier code_verifier id_token access_token refresh_token refreshToken
  client_secret clientSecret`

test.each(SECRET_NAMES.split(/\s+/))('createLog removes %s at every level of an object', (name) => {
  const line = logLine({
    [name]: SECRET,
    body: { [name]: SECRET },
    request: { body: { [name]: SECRET } },
  })

  expect(line).toContain('message')
  expect(line).not.toContain(SECRET)
})

test('createLog removes query and fragment of a URL', () => {
  const url = `/api/auth/google/callback?state=${SECRET}&code=${SECRET}#id_token=${SECRET}`
  const line = logLine({ url, req: { method: 'GET', url, headers: { cookie: SECRET } } })

  expect(line).toContain('/api/auth/google/callback?…')
  expect(line).not.toContain(SECRET)
})

test.each(['ECONNREFUSED', 'ERR_JWS_INVALID', '57P01'])(
  'createLog keeps the error code %s',
  (code) => {
    expect(logLine({ err: Object.assign(new Error('broken'), { code }) })).toContain(
      `"code":"${code}"`,
    )
  },
)
