import { createHmac } from 'node:crypto'
import type { Context } from '#src/context.ts'

/** Returns what stands for an email where mails to it are counted after its account was deleted. */
export const recipientKey = ({ secret }: Pick<Context, 'secret'>, email: string) =>
  createHmac('sha256', secret).update(`recipient ${email}`).digest('base64url')

/** Returns the key of the mailbox of an email: emails that differ in a tag only have the same one. */
export const mailboxKey = (ctx: Pick<Context, 'secret'>, email: string) =>
  recipientKey(ctx, mailboxOf(email))

interface Addressee {
  email?: string | null
  isConfirmed?: boolean
}

/**
 * Returns the key of the mailbox of a visitor's account. Null without a confirmed email: an unproven one may be of another person, whose limits
 * the visitor must not use up.
 */
export const confirmedMailbox = (
  ctx: Pick<Context, 'secret'>,
  { email, isConfirmed }: Addressee,
) => (email && isConfirmed ? mailboxKey(ctx, email) : null)

const GMAIL = ['gmail.com', 'googlemail.com']

/** Returns the mailbox of an email: without a tag (`+cinema`), and without the dots that Gmail ignores. */
function mailboxOf(email: string) {
  const [, user = '', domain = ''] = /^([^+]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  return GMAIL.includes(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`
}
