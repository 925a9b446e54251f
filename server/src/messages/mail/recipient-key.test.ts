import { expect, test } from 'vitest'
import { mailboxKey, recipientKey } from './recipient-key.ts'

const ctx = { secret: 'a secret that only tests use' }

test.each([
  ['asha@example.com', 'asha@example.com'],
  ['Asha+Cinema@Example.com', 'asha@example.com'],
  ['asha.rao@example.com', 'asha.rao@example.com'],
  ['a.s.h.a+1+2@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
])('mailboxKey of %s is the key of the mailbox %s [S-738]', (email, mailbox) => {
  expect(mailboxKey(ctx, email)).toBe(recipientKey(ctx, mailbox))
})
