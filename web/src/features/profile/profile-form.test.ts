import { expect, test } from 'vitest'
import {
  needsCurrentPassword,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from '#features/profile/profile-form.ts'
import { asha } from '#test/fixtures.ts'

const form = toFormValues(asha)

test('needsCurrentPassword is false for a new username or phone', () => {
  expect(needsCurrentPassword(asha, { ...form, username: 'Ash', phone: '' })).toBe(false)
})

test.each([
  ['email', { email: 'new@example.com' }],
  ['password', { password: 'a new password' }],
])('profileFormSchema requires the current password for a new %s', (_, change) => {
  expect(needsCurrentPassword(asha, { ...form, ...change })).toBe(true)
  expect(profileFormSchema(asha).safeParse({ ...form, ...change }).success).toBe(false)
  expect(
    profileFormSchema(asha).safeParse({ ...form, ...change, currentPassword: 'old' }).success,
  ).toBe(true)
})

test('needsCurrentPassword is false for an account without a password', () => {
  const google = { ...asha, hasPassword: false }
  expect(needsCurrentPassword(google, { ...form, password: 'a first password' })).toBe(false)
})

test('needsCurrentPassword ignores case and spaces of the email', () => {
  expect(needsCurrentPassword(asha, { ...form, email: ' ASHA@example.com' })).toBe(false)
})

test('toAccountChanges omits unchanged fields and an unneeded current password [R-5.15]', () => {
  expect(toAccountChanges(asha, { ...form, currentPassword: 'typed, then not needed' })).toEqual({})
})

test('toAccountChanges returns null for a removed phone', () => {
  const withPhone = { ...asha, phone: '9876543210' }
  expect(toAccountChanges(withPhone, { ...toFormValues(withPhone), phone: ' ' })).toEqual({
    phone: null,
  })
})

test('toFormValues omits the default profile picture', () => {
  expect(form.profilePicture).toBe('')
  const profilePicture = 'https://example.com/asha.jpg'
  expect(toFormValues({ ...asha, profilePicture }).profilePicture).toBe(profilePicture)
})

test('toAccountChanges contains the current password with a new password', () => {
  const changes = toAccountChanges(asha, {
    ...form,
    password: 'brand new one',
    currentPassword: 'old',
  })
  expect(changes).toMatchObject({ password: 'brand new one', currentPassword: 'old' })
})
