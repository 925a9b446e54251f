import { expect, test } from 'vitest'
import { asha } from '#test/fixtures.ts'
import { toAccountChanges, toFormValues } from './profile-settings.tsx'

const form = toFormValues(asha)

test.each([
  ['nothing for an unchanged form', {}, {}],
  ['null for a removed phone', { phone: ' ' }, { phone: null }],
  [
    'a new password with the current one',
    { password: 'a new password', currentPassword: 'old' },
    { password: 'a new password', currentPassword: 'old' },
  ],
])('toAccountChanges returns %s [R-5.15]', (_, changes, expected) => {
  expect(toAccountChanges(asha, { ...form, ...changes })).toEqual(expected)
})
