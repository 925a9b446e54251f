import { DAY_MS, HOUR_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import * as outbox from './outbox.sql.ts'
import { recipientKey } from './recipient-key.ts'

export const MAX_MAILS_PER_HOUR = 5

/**
 * Links to choose a new password: for all browsers that have signed in to the account, and for all others. Each of those browsers has five of them, and so
 * has each network address of the others.
 */
const MAX_RESETS_PER_HOUR = 20

/** About what visitors change themselves, to a confirmed email. */
const MAX_CHANGE_MAILS_PER_HOUR = 20

/** How many mails of a kind an address receives: five an hour unless given. */
export interface MailLimit {
  /** The kind, and by whom it is used up. A limit also counts the keys that begin with it and a blank. */
  key: string
  max?: number
  periodMs?: number
}

export const MAIL_LIMITS = {
  confirmation: [{ key: 'confirmation' }],
  code: [{ key: 'code' }],
  deletion: [{ key: 'deletion' }],
  taken: [{ key: 'taken', max: 1, periodMs: DAY_MS }],
} satisfies Record<string, MailLimit[]>

/**
 * The limits of links to choose a new password. Browsers that have not signed in to the account cannot use up those of the browsers that have. An account of
 * another person may have the email and many browsers, so both groups have a total.
 */
export const resetMailLimits = (browserId: string | null, addressKey: string): MailLimit[] =>
  browserId === null
    ? [{ key: `reset address ${addressKey}` }, { key: 'reset address', max: MAX_RESETS_PER_HOUR }]
    : [{ key: `reset browser ${browserId}` }, { key: 'reset browser', max: MAX_RESETS_PER_HOUR }]

/** An email without proof of its owner, which gets a few mails about bookings in an hour. */
export type UnprovenRecipient = Omit<outbox.CountedMails, 'mailLimit'>

/** Counts the mails about new bookings that emails have received in the last hour, by email. */
export const countBookingMails = (db: Db, recipients: readonly UnprovenRecipient[]) =>
  countSent(
    db,
    recipients.map((one) => ({ ...one, mailLimit: 'booking' })),
  )

/** Counts mails of the last hour. Returns a function of the address and the limit. */
async function countSent(db: Db, counted: readonly outbox.CountedMails[], periodMs = HOUR_MS) {
  const rows = counted.length > 0 ? (await outbox.countMailsTo(db, counted, periodMs)).rows : []
  const counts = new Map(
    rows.map(({ recipient, mail_limit, count }) => [`${mail_limit} ${recipient}`, count]),
  )
  return (recipient: string, mailLimit: string) => counts.get(`${mailLimit} ${recipient}`) ?? 0
}

/** Counts the mails of the last hour about what the owners of emails have changed and cancelled, by email and limit. */
export const countChangeMails = (db: Db, recipients: readonly UnprovenRecipient[]) =>
  countSent(
    db,
    recipients.flatMap((one) => [
      { ...one, mailLimit: 'change' },
      { ...one, mailLimit: 'cancellation' },
    ]),
  )

/** The limit of the mail about a change by a visitor. */
export const changeLimit = (isCancelled: boolean) => (isCancelled ? 'cancellation' : 'change')

/**
 * Whether the mail about a change by a visitor is left out. Seats can be changed again and again, and an unconfirmed email may be of another person: `sent`
 * mails of the last hour have used up its limit. A confirmed one gets the mail of each cancelled booking.
 */
export const isChangeMailSilent = (
  sent: number,
  { isConfirmed, isCancelled }: { isConfirmed: boolean; isCancelled: boolean },
) => {
  const isLimited = !isConfirmed || !isCancelled
  return isLimited && sent >= (isConfirmed ? MAX_CHANGE_MAILS_PER_HOUR : MAX_MAILS_PER_HOUR)
}

interface MailsOf {
  to: string
  limit: MailLimit
}

export async function isUsedUp(ctx: Context, tx: Db, { to, limit }: MailsOf) {
  const { key: mailLimit, max = MAX_MAILS_PER_HOUR, periodMs } = limit
  const counted = [{ recipient: to, recipientKey: recipientKey(ctx, to), mailLimit }]
  return (await countSent(tx, counted, periodMs))(to, mailLimit) >= max
}
