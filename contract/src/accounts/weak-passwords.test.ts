import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isWeakPassword } from './weak-passwords.ts'

const ASHA = { email: 'asha.raman@example.com', username: 'Asha Raman' }

test.each(['password', 'PassWord', 'trustno1', ASHA.email, 'asha.raman', 'ASHA RAMAN'])(
  'isWeakPassword refuses %s',
  (password) => expect(isWeakPassword(password, ASHA)).toBe(true),
)

test.each([
  ...['aaaaaaaa', '12341234', 'qwertyqwerty', 'abcabcabca', '23456789', 'hgfedcba', 'abcd1234'],
  ...['11119876', '        ', 'ab        ', 'Grand Rex', 'grandrex2026!', '123-Marquee'],
])(
  'isWeakPassword refuses %j: repeats, runs, blanks and the names of the site [S-742]',
  (password) =>
    expect(isWeakPassword(password, { ...ASHA, siteNames: ['Marquee', 'Grand Rex'] })).toBe(true),
)

test.each([
  ...['a train, stolen', 'marquees of 1926', 'correct horse', 'x1y2z3w4', 'tomato, tomato?'],
  ...['abc, easy as 123'],
])('isWeakPassword accepts %j [S-742]', (password) =>
  expect(isWeakPassword(password, { ...ASHA, siteNames: ['Marquee', 'Grand Rex'] })).toBe(false),
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
