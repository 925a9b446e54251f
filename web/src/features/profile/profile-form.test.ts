import { expect, test } from 'vitest'
import {
  needsCurrentPassword,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from '#features/profile/profile-form.ts'
import { asha } from '#test/fixtures.ts'

const entry = toFormValues(asha)

test('a new name or phone takes no password', () => {
  expect(needsCurrentPassword(asha, { ...entry, username: 'Ash', phone: '' })).toBe(false)
})

test.each([
  ['e-mail', { email: 'new@example.com' }],
  ['password', { password: 'a new password' }],
])('a new %s takes the current password', (_, change) => {
  expect(needsCurrentPassword(asha, { ...entry, ...change })).toBe(true)
  expect(profileFormSchema(asha).safeParse({ ...entry, ...change }).success).toBe(false)
  expect(
    profileFormSchema(asha).safeParse({ ...entry, ...change, currentPassword: 'old' }).success,
  ).toBe(true)
})

test('an account without a password is not asked for one', () => {
  const google = { ...asha, hasPassword: false }
  expect(needsCurrentPassword(google, { ...entry, password: 'a first password' })).toBe(false)
})

test('the same e-mail in capitals is the same e-mail', () => {
  expect(needsCurrentPassword(asha, { ...entry, email: ' ASHA@example.com' })).toBe(false)
})

test('what nobody touched is not sent, nor a current password that nobody asked for [R-5.15]', () => {
  expect(toAccountChanges(asha, { ...entry, currentPassword: 'typed, then not needed' })).toEqual(
    {},
  )
})

test('a phone that is taken out is sent as none', () => {
  const withPhone = { ...asha, phone: '9876543210' }
  expect(toAccountChanges(withPhone, { ...toFormValues(withPhone), phone: ' ' })).toEqual({
    phone: null,
  })
})

test('a picture of one’s own stands in the form, the one for want of another does not', () => {
  expect(entry.profilePicture).toBe('')
  const profilePicture = 'https://example.com/asha.jpg'
  expect(toFormValues({ ...asha, profilePicture }).profilePicture).toBe(profilePicture)
})

test('a new password is sent with the current one', () => {
  const changes = toAccountChanges(asha, {
    ...entry,
    password: 'brand new one',
    currentPassword: 'old',
  })
  expect(changes).toMatchObject({ password: 'brand new one', currentPassword: 'old' })
})
