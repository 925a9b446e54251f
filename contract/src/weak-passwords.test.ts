import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isWeakPassword } from './weak-passwords.ts'

const ASHA = { email: 'asha.raman@example.com', username: 'Asha Raman' }

test.each(['password', 'PassWord', 'trustno1', ASHA.email, 'asha.raman', 'ASHA RAMAN'])(
  'isWeakPassword refuses %s',
  (password) => expect(isWeakPassword(password, ASHA)).toBe(true),
)

test.each(['a train, stolen', 'asha.raman.', 'password 12345678', 'asswor', ''])(
  'isWeakPassword accepts %s',
  (password) => expect(isWeakPassword(password, ASHA)).toBe(false),
)

test('the list has at least 10,000 common passwords of a permitted length', () => {
  const passwords = COMMON_PASSWORDS.trim().split(' ')
  expect(new Set(passwords).size).toBeGreaterThanOrEqual(10_000)
  expect(passwords.filter(({ length }) => length < 8 || length > 128)).toEqual([])
})
