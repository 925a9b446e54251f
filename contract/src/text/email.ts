import * as z from 'zod/mini'

export const INVALID_EMAIL = 'Please enter a valid email address.'

export const MAX_EMAIL_LENGTH = 254

const GMAIL = ['gmail.com', 'googlemail.com']

/** Returns the mailbox of an email: without a tag (`+cinema`), and without the dots that Gmail ignores. */
export function mailboxOf(email: string) {
  const [, user = '', domain = ''] = /^([^+]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  return GMAIL.includes(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`
}

export const Email = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAIL), z.email(INVALID_EMAIL))
