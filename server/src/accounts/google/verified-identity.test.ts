import { expect, test } from 'vitest'
import { identityFromClaims } from './verified-identity.ts'

const ISSUER = 'https://issuer.example'
const CLAIMS = { sub: '42', email: 'Asha@Example.com', email_verified: true, name: 'Asha Raman' }
const read = (claims: object = {}) => identityFromClaims({ ...CLAIMS, ...claims }, ISSUER)

test('identityFromClaims returns issuer, subject and the email in lower case', () => {
  expect(read()).toEqual({
    issuer: ISSUER,
    subject: '42',
    email: 'asha@example.com',
    username: 'Asha Raman',
    picture: null,
  })
})

test.each([
  ['missing', undefined, 'asha'],
  ['blank', '   ', 'asha'],
  ['not a string', { first: 'Asha' }, 'asha'],
  ['on two lines', 'Asha\nRaman', 'Asha Raman'],
  ['with a Unicode line separator', 'Asha\u2028Raman', 'Asha Raman'],
  ['of surrogate pairs, too long', '🎬'.repeat(41), '🎬'.repeat(40)],
  ['cut within a surrogate pair', `${'a'.repeat(79)}🎬b`, 'a'.repeat(79)],
])('identityFromClaims with a name that is %s returns a valid username', (_, name, username) => {
  expect(read({ name }).username).toBe(username)
})

test.each([
  ['https://pictures.example/asha.jpg', 'https://pictures.example/asha.jpg'],
  ['http://pictures.example/asha.jpg', null],
  ['javascript:alert(1)', null],
  ['data:image/svg+xml,<svg/>', null],
  ['/profile.svg', null],
  ['https://asha:secret@pictures.example/asha.jpg', null],
  [`https://pictures.example/${'a'.repeat(2048)}`, null],
  [7, null],
])('identityFromClaims with picture %s returns %s', (picture, expected) => {
  expect(read({ picture }).picture).toBe(expected)
})

test.each([
  ['no email verification', { email_verified: undefined }],
  ['an invalid email', { email: 'asha' }],
  ['an empty subject', { sub: '' }],
])('identityFromClaims with %s throws', (_, claims) => {
  expect(() => read(claims)).toThrow('Google has not verified your email address')
})
