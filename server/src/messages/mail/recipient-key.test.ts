import { expect, test } from 'vitest'
import { mailboxOf } from './recipient-key.ts'

test.each([
  ['asha@example.com', 'asha@example.com'],
  ['Asha+Cinema@Example.com', 'asha@example.com'],
  ['asha.rao@example.com', 'asha.rao@example.com'],
  ['a.s.h.a+1+2@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
])('mailboxOf %s is %s [S-738]', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
