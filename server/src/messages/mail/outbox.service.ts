import { DAY_MS, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db, OutboxRow, UserRow, WaitingEntryRow } from '#src/database/schema.ts'
import { awaitAll, inTransaction } from '#src/database/transaction.ts'
import { withCpuShare } from '#src/platform/concurrency/cpu-share.ts'
import { signUnsubscribeToken, unsubscribePath } from '../unsubscribe/unsubscribe-tokens.ts'
import { composeBookingMails } from './booking-mails.ts'
import { findMailRefusal } from './delivery.ts'
import type { Mail, OutgoingMail } from './mail.ts'
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
/** Longer than one attempt takes: no other node starts a second attempt meanwhile. Doubles five times, to about an hour. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS
/**
 * Mails that are sent at the same time. Composing one about a booking takes about 15 ms. The pauses between batches take most of the time:
 * behind the mails of thirty accounts, a confirmation waits for 2 s with six, and for 3 to 5 s with two or three (bench, fair-queues).
 */
const BATCH_SIZE = 6
/** The top-level domain of emails that cannot exist (RFC 2606). */
const UNDELIVERABLE = '.invalid'
/** Of the answer of a mail server. */
const MAX_REFUSAL_LENGTH = 300

interface NewMail extends Mail {
  /** When the mail is out of date and is not sent any more, epoch milliseconds. After three days unless given. */
  giveUpAt?: number
}

/** How many mails of a kind an address receives: five an hour unless given. */
interface MailLimit {
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
export const resetMailLimits = (deviceId: string | null, addressKey: string): MailLimit[] =>
  deviceId === null
    ? [{ key: `reset address ${addressKey}` }, { key: 'reset address', max: MAX_RESETS_PER_HOUR }]
    : [{ key: `reset device ${deviceId}` }, { key: 'reset device', max: MAX_RESETS_PER_HOUR }]

interface LimitedMail extends NewMail {
  allowance?: string
}

/** Writes mails to the outbox, in the transaction of their event. `sendDueMails` sends them. */
export const queueMails = (tx: Db, mails: LimitedMail[]) =>
  insertMails(
    tx,
    mails.map(({ kind, to, subject, text, ...mail }) => ({
      kind,
      user_id: mail.userId ?? null,
      booking_id: null,
      recipient: to,
      allowance: mail.allowance ?? null,
      reply_to: mail.replyTo ?? null,
      subject,
      body: text,
      html: mail.html ?? null,
      give_up_at: mail.giveUpAt ?? null,
    })),
  )

/** Deletes the mail about the offer of an entry, unless it is sent. */
export const deleteOfferMail = (tx: Db, entry: Pick<WaitingEntryRow, 'user_id' | 'offer_until'>) =>
  outbox.deleteUnsentOfferMail(tx, entry)

export interface ConfirmedBooking {
  bookingId: string
  /** Null for a sale at the counter. */
  userId: string | null
  /** The email of the buyer. */
  to: string
}

/** Writes the confirmations of bookings to the outbox, in the transaction of the bookings. `sendDueMails` composes and sends them. */
export const queueConfirmations = (tx: Db, bookings: readonly ConfirmedBooking[]) =>
  insertMails(
    tx,
    bookings.map((booking) => ({ ...bookingMailRow('booking', booking), allowance: 'booking' })),
  )

/** An email that nobody has proven, which gets a few confirmations in an hour. */
export type UnprovenRecipient = Omit<outbox.CountedMails, 'allowance'>

/** Counts the confirmations that emails have received in the last hour, by email. */
export const countConfirmations = (db: Db, recipients: readonly UnprovenRecipient[]) =>
  countSent(
    db,
    recipients.map((one) => ({ ...one, allowance: 'booking' })),
  )

/** Counts mails of the last hour. Returns a function of the address and the allowance. */
async function countSent(db: Db, counted: readonly outbox.CountedMails[], periodMs = HOUR_MS) {
  const rows = counted.length > 0 ? (await outbox.countMailsTo(db, counted, periodMs)).rows : []
  const counts = new Map(
    rows.map(({ recipient, allowance, count }) => [`${allowance} ${recipient}`, Number(count)]),
  )
  return (recipient: string, allowance: string) => counts.get(`${allowance} ${recipient}`) ?? 0
}

/** Counts the mails of the last hour about what the owners of emails have changed and cancelled, by email and allowance. */
export const countChangeMails = (db: Db, recipients: readonly UnprovenRecipient[]) =>
  countSent(
    db,
    recipients.flatMap((one) => [
      { ...one, allowance: 'change' },
      { ...one, allowance: 'cancellation' },
    ]),
  )

/** The allowance of the mail about a change by a visitor. */
export const changeAllowance = (isCancelled: boolean) => (isCancelled ? 'cancellation' : 'change')

/**
 * Whether the mail about a change by a visitor is left out. Seats can be changed again and again, and an unconfirmed email may be of another person: `sent`
 * mails of the last hour have used up its allowance. A confirmed one gets the mail of each cancelled booking.
 */
export const isChangeMailSilent = (
  sent: number,
  { isConfirmed, isCancelled }: { isConfirmed: boolean; isCancelled: boolean },
) => {
  const isLimited = !isConfirmed || !isCancelled
  return isLimited && sent >= (isConfirmed ? MAX_CHANGE_MAILS_PER_HOUR : MAX_MAILS_PER_HOUR)
}

interface ChangeMail extends Omit<ConfirmedBooking, 'to'> {
  /** Null: the booking has no email. */
  to: string | null
  /** The cinema has changed the booking. */
  isByStaff: boolean
  /** The whole booking is cancelled. */
  isCancelled: boolean
  /** What the mail begins with. Null: there is no mail. */
  paragraphs: readonly string[] | null
}

/**
 * Writes the mails about changed and cancelled bookings to the outbox, in the transaction of the changes. The mail about a cancelled booking
 * replaces its mails that are not sent yet: those would tell of the same cancellation.
 */
export async function queueChangeMails(tx: Db, mails: readonly ChangeMail[]) {
  const cancelledIds = mails.flatMap(({ isCancelled, bookingId }) => (isCancelled ? bookingId : []))
  const rows = mails.flatMap(({ paragraphs, to, isByStaff, isCancelled, ...booking }) =>
    paragraphs === null || to === null
      ? []
      : {
          ...bookingMailRow(isByStaff ? 'staffChange' : 'change', { ...booking, to }),
          allowance: isByStaff ? null : changeAllowance(isCancelled),
          body: paragraphs.join('\n'),
        },
  )
  await awaitAll<unknown[]>([
    ...(cancelledIds.length > 0 ? [outbox.deleteUnsentMails(tx, cancelledIds)] : []),
    insertMails(tx, rows),
  ])
}

/** Deletes the reminders of bookings, also those that were sent: a booking at another time gets another one. */
export const deleteReminders = outbox.deleteReminders

const bookingMailRow = (
  kind: 'booking' | 'change' | 'staffChange',
  { bookingId, userId, to }: ConfirmedBooking,
) => ({
  kind,
  user_id: userId,
  booking_id: bookingId,
  recipient: to,
  allowance: null,
  reply_to: null,
  subject: '',
  body: '',
  html: null,
  give_up_at: null,
})

async function insertMails(tx: Db, rows: Omit<outbox.NewRow, 'id'>[]) {
  const deliverable = rows.filter(({ recipient }) => !recipient.endsWith(UNDELIVERABLE))
  if (deliverable.length === 0) return
  await outbox.insertMails(
    tx,
    deliverable.map((row) => ({ ...row, id: newId() })),
  )
}

/**
 * Writes a mail to the outbox unless its recipient has received too many of its kind: anyone can enter any address. The caller has locked the
 * account of the recipient. Returns whether the mail was written.
 */
export async function queueLimitedMail(
  ctx: Context,
  tx: Db,
  { limits, ...mail }: Mail & { limits: MailLimit[] },
) {
  for (const limit of limits) if (await isUsedUp(ctx, tx, { to: mail.to, limit })) return false
  await queueMails(tx, [{ ...mail, allowance: limits[0]?.key ?? '' }])
  return true
}

interface MailsOf {
  to: string
  limit: MailLimit
}

async function isUsedUp(ctx: Context, tx: Db, { to, limit }: MailsOf) {
  const { key: allowance, max = MAX_MAILS_PER_HOUR, periodMs } = limit
  const counted = [{ recipient: to, recipientKey: recipientKey(ctx, to), allowance }]
  return (await countSent(tx, counted, periodMs))(to, allowance) >= max
}

/**
 * Composes and sends all mails that are due, urgent ones first, with accounts in turns, until `signal` is aborted. Several nodes may call it at once. It pauses, so that
 * it takes at most `cpuShare` of the time of the event loop.
 */
export async function sendDueMails(
  ctx: Context,
  { cpuShare = 1, signal }: { cpuShare?: number; signal?: AbortSignal } = {},
) {
  while (!signal?.aborted && (await outbox.findDueMail(ctx.reader)).rows.length > 0)
    await withCpuShare(cpuShare, () => sendBatch(ctx), signal)
}

async function sendBatch(ctx: Context) {
  const taken = await takeDueMails(ctx)
  const contents = await composeBookingMails(
    ctx,
    taken.filter(({ booking_id }) => booking_id !== null),
  )
  // A cancellation may have replaced a mail while it was composed, which then tells of the same cancellation.
  const { rows: left } = await outbox.findMails(
    ctx.reader,
    taken.map(({ id }) => id),
  )
  const ids = new Set(left.map(({ id }) => id))
  const rows = taken.filter(({ id }) => ids.has(id))
  await Promise.all(
    rows.map((row) => sendMail(ctx, row, { ...mailOf(ctx, row), ...contents.get(row.id) })),
  )
}

const takeDueMails = (ctx: Context) =>
  inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await outbox.lockDueMails(tx, BATCH_SIZE)
    const ids = rows.map(({ id }) => id)
    await outbox.planNextAttempt(tx, ids, FIRST_PAUSE_MS)
    return rows
  })

/**
 * Sends one mail. If the process ends after the mail was accepted and before it is marked, the mail is sent again with the same
 * Message-ID.
 */
async function sendMail(ctx: Context, row: OutboxRow, mail: OutgoingMail) {
  try {
    await ctx.deliverMail(mail)
  } catch (error) {
    await recordFailure(ctx, row, error)
    return
  }
  ctx.metrics.recordMail('ok')
  await inTransaction(ctx.db, { durable: false }, async (tx) => {
    if (row.kind === 'deletion') await anonymizeRow(ctx, tx, row)
    else await outbox.markSent(tx, row)
    if (row.booking_id !== null) await outbox.deleteRefusedMails(tx, row.booking_id)
  })
}

/** Logs a failure. A refusal for good ends the attempts. */
async function recordFailure(ctx: Context, row: OutboxRow, error: unknown) {
  const refusal = findMailRefusal(error)
  const message = error instanceof Error ? error.message : String(error)
  // No address and no text of the mail. Mail servers repeat the address.
  const reason = (refusal ?? message).replaceAll(row.recipient, 'recipient')
  const fields = { mailId: row.id, kind: row.kind, attempts: row.attempts + 1, reason }
  if (refusal === undefined) {
    ctx.metrics.recordMail('failed')
    ctx.log.warn(fields, 'email failed')
    return
  }
  ctx.metrics.recordMail('refused')
  ctx.log.warn(fields, 'email refused')
  await inTransaction(ctx.db, { durable: false }, (tx) =>
    row.kind === 'deletion'
      ? anonymizeRow(ctx, tx, row)
      : outbox.markRefused(tx, row, reason.slice(0, MAX_REFUSAL_LENGTH)),
  )
}

const anonymizeRow = (ctx: Context, tx: Db, { id, recipient }: OutboxRow) =>
  outbox.anonymizeMail(tx, id, recipientKey(ctx, recipient))

/** Sends the mails that a booking has not received to another address, or its confirmation if it has received all. The caller has locked the booking. */
export async function sendToCorrectedAddress(tx: Db, booking: ConfirmedBooking) {
  const { rows } = await outbox.readdressMails(tx, booking.bookingId, booking.to)
  if (rows.length === 0) await queueConfirmations(tx, [booking])
}

/** Sends the refused mails about the coming shows of an account to its email, which was just confirmed. */
export const sendToConfirmedAddress = (tx: Db, user: Pick<UserRow, 'id' | 'email'>) =>
  outbox.readdressRefusedMails(tx, user)

/** The addresses that have refused mails about these bookings, by booking. */
export async function findRefusedAddresses(reader: Db, bookingIds: readonly string[]) {
  const { rows } = await outbox.selectRefusedMails(reader, bookingIds)
  return new Map(rows.map(({ booking_id, recipient }) => [booking_id, recipient]))
}

/**
 * Removes the mails of an account, except that they were sent: otherwise signing up and deleting the account again and again would fill
 * a mailbox. Returns their ids, which are the names of their files.
 */
export async function anonymizeMailsOf(ctx: Context, tx: Db, user: UserRow) {
  const { rows } = await outbox.findMailsOf(tx, user)
  for (const { id, recipient } of rows)
    await outbox.anonymizeMail(tx, id, recipientKey(ctx, recipient))
  return rows.map(({ id }) => id)
}

const mailOf = (ctx: Context, { id, kind, ...row }: OutboxRow) => ({
  id,
  kind,
  to: row.recipient,
  subject: row.subject,
  text: row.body,
  ...(row.html !== null && { html: row.html }),
  ...(row.reply_to !== null && { replyTo: row.reply_to }),
  ...(kind === 'alert' &&
    row.user_id !== null && { unsubscribeUrl: alertsUnsubscribeUrl(ctx, row.user_id) }),
})

/** The address that ends the alerts of a user. */
export const alertsUnsubscribeUrl = (ctx: Pick<Context, 'secret' | 'config'>, userId: string) => {
  const token = signUnsubscribeToken(ctx, userId, 'alerts')
  return new URL(unsubscribePath(token, 'alerts'), ctx.config.publicUrl).href
}

/** Mails whose last attempt has failed. */
export async function countFailedMails({ reader }: Context) {
  const { rows } = await outbox.countFailedMails(reader, MINUTE_MS)
  return rows[0]?.count ?? 0
}

/** Mails that the mail server has refused for good. */
export async function countRefusedMails({ reader }: Context) {
  const { rows } = await outbox.countRefusedMails(reader)
  return rows[0]?.count ?? 0
}

export async function countUnsentMails({ reader }: Context) {
  const { rows } = await outbox.countUnsentMails(reader)
  return rows[0]?.count ?? 0
}
