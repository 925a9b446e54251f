import { expect, test } from 'vitest'
import {
  needsCurrentPassword,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from '#features/profile/profile-form.ts'
import { asha } from '#test/fixtures.ts'

const form = toFormValues(asha)
const googleUser = { ...asha, hasPassword: false }
const PICTURE = 'https://example.com/asha.jpg'

test.each([
  ['a new username and phone', asha, { username: 'Ash', phone: '' }, false],
  ['a new email', asha, { email: 'new@example.com' }, true],
  ['the same email in other case', asha, { email: ' ASHA@example.com' }, false],
  ['a new password', asha, { password: 'a new password' }, true],
  ['a first password', googleUser, { password: 'a first password' }, false],
])('needsCurrentPassword with %s', (_, user, changes, expected) => {
  expect(needsCurrentPassword(user, { ...form, ...changes })).toBe(expected)
})

test('profileFormSchema requires the current password for a new one', () => {
  const schema = profileFormSchema(asha)
  const changed = { ...form, password: 'a new password' }
  expect(schema.safeParse(changed).success).toBe(false)
  expect(schema.safeParse({ ...changed, currentPassword: 'old' }).success).toBe(true)
})

test.each([
  ['nothing for an unneeded current password', { currentPassword: 'typed' }, {}],
  ['null for a removed phone', { phone: ' ' }, { phone: null }],
  [
    'the current password with a new one',
    { password: 'brand new one', currentPassword: 'old' },
    { password: 'brand new one', currentPassword: 'old' },
  ],
])('toAccountChanges returns %s [R-5.15]', (_, changes, expected) => {
  expect(toAccountChanges(asha, { ...form, ...changes })).toEqual(expected)
})

test('toFormValues omits the default profile picture', () => {
  expect(form.profilePicture).toBe('')
  expect(toFormValues({ ...asha, profilePicture: PICTURE }).profilePicture).toBe(PICTURE)
})
