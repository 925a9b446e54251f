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

function collectWarnings() {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog('info', to, () => now)
  const passTime = (ms: number) => {
    now += ms
  }
  return { log, lines, passTime }
}

const DATABASE_AWAY = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('createLog writes a warning or an error about an unavailable database once a minute, with the number of others [S-685]', () => {
  const { log, lines, passTime } = collectWarnings()
  const warnOften = () => {
    for (let n = 0; n < 100; n += 1) {
      log.warn({ err: DATABASE_AWAY }, 'interval job failed')
      log.warn({ reason: 'unavailable' }, 'request refused')
      log.error({ err: DATABASE_AWAY, showtimeId: n }, 'waiting list offers failed')
    }
  }

  warnOften()
  passTime(59_999)
  warnOften()
  passTime(1)
  log.warn({ err: DATABASE_AWAY }, 'interval job failed')

  expect(lines.map(({ msg, repeated }) => [msg, repeated])).toEqual([
    ['interval job failed', undefined],
    ['request refused', undefined],
    ['waiting list offers failed', undefined],
    ['interval job failed', 199],
  ])
})

test('createLog writes every warning and every error about anything else [S-685]', () => {
  const { log, lines } = collectWarnings()

  for (let n = 0; n < 3; n += 1) {
    log.warn({ err: new Error('a bug') }, 'interval job failed')
    log.warn({ mailId: n, reason: 'refused' }, 'email failed')
    log.error({ err: new Error('a bug') }, 'request failed')
  }

  expect(lines).toHaveLength(9)
})
