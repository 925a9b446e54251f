import { expect, test } from 'vitest'
import { asha } from '#test/fixtures.ts'
import {
  needsCurrentPassword,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from './profile-form.ts'

const form = toFormValues(asha)
const googleUser = { ...asha, hasPassword: false }

test.each([
  ['a new username and phone', asha, { username: 'Ash', phone: '' }, false],
  ['a new email', asha, { email: 'new@example.com' }, true],
  ['the same email in other case', asha, { email: ' ASHA@example.com' }, false],
  ['a new password', asha, { password: 'a new password' }, true],
  ['a first password', googleUser, { password: 'a first password' }, false],
])('needsCurrentPassword with %s', (_, user, changes, expected) => {
  expect(needsCurrentPassword(user, { ...form, ...changes })).toBe(expected)
})

test('profileFormSchema requires the current password for a new one', async () => {
  const schema = profileFormSchema(asha)
  const changed = { ...form, password: 'a new password' }
  expect((await schema.safeParseAsync(changed)).success).toBe(false)
  const complete = await schema.safeParseAsync({ ...changed, currentPassword: 'old' })
  expect(complete.success).toBe(true)
})

test.each([
  ['nothing for an unneeded current password', { currentPassword: 'typed' }, {}],
  ['null for a removed phone', { phone: ' ' }, { phone: null }],
])('toAccountChanges returns %s [R-5.15]', (_, changes, expected) => {
  expect(toAccountChanges(asha, { ...form, ...changes })).toEqual(expected)
})
