import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isWeakPassword } from './weak-passwords.ts'

const ASHA = { email: 'asha.raman@example.com', username: 'Asha Raman' }

test.each(['password', 'PassWord', 'trustno1', ASHA.email, 'asha.raman', 'ASHA RAMAN'])(
  'isWeakPassword refuses %s',
  (password) => expect(isWeakPassword(password, ASHA)).toBe(true),
)

test.each(['a train, stolen', 'asha.raman.'])('isWeakPassword accepts %s', (password) =>
  expect(isWeakPassword(password, ASHA)).toBe(false),
)

test('the list has at least 10,000 common passwords of a permitted length', () => {
  expect(new Set(COMMON_PASSWORDS).size).toBeGreaterThanOrEqual(10_000)
  expect(COMMON_PASSWORDS.filter(({ length }) => length < 8 || length > 128)).toEqual([])
})
