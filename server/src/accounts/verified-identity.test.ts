import { expect, test } from 'vitest'
import { vouchedBy } from './verified-identity.ts'

const ISSUER = 'https://issuer.example'
const claims = { sub: '42', email: 'Asha@Example.com', email_verified: true, name: 'Asha Raman' }
const read = (more: object = {}) => vouchedBy({ ...claims, ...more }, ISSUER)

test('who somebody is comes from issuer and subject, and their address in one spelling', () => {
  expect(read()).toEqual({
    issuer: ISSUER,
    subject: '42',
    email: 'asha@example.com',
    username: 'Asha Raman',
    picture: null,
  })
})

test.each([
  ['none', undefined, 'asha'],
  ['only room', '   ', 'asha'],
  ['something else than a name', { first: 'Asha' }, 'asha'],
  ['a line break in it', 'Asha\nRaman', 'Asha Raman'],
  ['a line break of another alphabet', 'Asha\u2028Raman', 'Asha Raman'],
  ['as much as we keep, in signs of two halves', '🎬'.repeat(41), '🎬'.repeat(40)],
  ['more than we keep, ending within a sign of two halves', `${'a'.repeat(79)}🎬b`, 'a'.repeat(79)],
])('a name with %s still is one', (_, name, username) => {
  expect(read({ name }).username).toBe(username)
})

test('a picture is taken over https', () => {
  const picture = 'https://pictures.example/asha.jpg'
  expect(read({ picture }).picture).toBe(picture)
})

test.each([
  'http://pictures.example/asha.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '/profile.svg',
  'https://asha:secret@pictures.example/asha.jpg',
  `https://pictures.example/${'a'.repeat(2048)}`,
  7,
])('%s is no picture of anybody', (picture) => expect(read({ picture }).picture).toBeNull())

test.each([
  ['whose e-mail is not verified', { email_verified: false }],
  ['whose e-mail nobody says is verified', { email_verified: undefined }],
  ['without an e-mail', { email: undefined }],
  ['with an e-mail that is none', { email: 'asha' }],
  ['without a subject', { sub: '' }],
])('somebody %s is vouched for by nobody', (_, more) => {
  expect(() => read(more)).toThrow('Google has not verified your e-mail address')
})
