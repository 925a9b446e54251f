import { MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db, UserRow, WaitingEntryRow } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import type { Mail } from './mail.ts'
import { changeLimit, isUsedUp, type MailLimit } from './mail-limits.service.ts'
import * as queue from './mail-queue.sql.ts'
import * as outbox from './outbox.sql.ts'
import { recipientKey } from './recipient-key.ts'

/** The top-level domain of emails that cannot exist (RFC 2606). */
const UNDELIVERABLE = '.invalid'

interface NewMail extends Mail {
  /** A new one unless given. */
  id?: string
  /** When the mail is out of date and is not sent any more, epoch milliseconds. After three days unless given. */
  giveUpAt?: number
}

interface LimitedMail extends NewMail {
  mailLimit?: string
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
      mail_limit: mail.mailLimit ?? null,
      ...(mail.id !== undefined && { id: mail.id }),
      reply_to: mail.replyTo ?? null,
      thread: mail.thread?.join(' ') ?? null,
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

/** Writes the mails about new bookings to the outbox, in the transaction of the bookings. `sendDueMails` composes and sends them. */
export const queueBookingMails = (tx: Db, bookings: readonly ConfirmedBooking[]) =>
  insertMails(
    tx,
    bookings.map((booking) => ({ ...bookingMailRow('booking', booking), mail_limit: 'booking' })),
  )

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
export function queueChangeMails(tx: Db, mails: readonly ChangeMail[]) {
  const cancelledIds = mails.flatMap(({ isCancelled, bookingId }) => (isCancelled ? bookingId : []))
  const rows = mails.flatMap(({ paragraphs, to, isByStaff, isCancelled, ...booking }) =>
    paragraphs === null || to === null
      ? []
      : {
          ...bookingMailRow(isByStaff ? 'staffChange' : 'change', { ...booking, to }),
          mail_limit: isByStaff ? null : changeLimit(isCancelled),
          body: paragraphs.join('\n'),
        },
  )
  return awaitAll<unknown[]>([
    ...(cancelledIds.length > 0 ? [() => outbox.deleteUnsentMails(tx, cancelledIds)] : []),
    () => insertMails(tx, rows),
  ])
}

/** Writes what staff tells the visitors of a show to the outbox: one mail for each of these bookings. */
export const queueShowMessages = (
  tx: Db,
  bookings: readonly ConfirmedBooking[],
  { text, giveUpAt }: { text: string; giveUpAt: number },
) =>
  insertMails(
    tx,
    bookings.map((booking) => ({
      ...bookingMailRow('message', booking),
      body: text,
      give_up_at: giveUpAt,
    })),
  )

/** Deletes the reminders of bookings, also those that were sent: a booking at another time gets another one. */
export const deleteReminders = outbox.deleteReminders

const bookingMailRow = (
  kind: 'booking' | 'change' | 'staffChange' | 'message',
  { bookingId, userId, to }: ConfirmedBooking,
) => ({
  kind,
  user_id: userId,
  booking_id: bookingId,
  recipient: to,
  mail_limit: null,
  reply_to: null,
  thread: null,
  subject: '',
  body: '',
  html: null,
  give_up_at: null,
})

function insertMails(
  tx: Db,
  rows: (Omit<outbox.NewRow, 'id'> & Partial<Pick<outbox.NewRow, 'id'>>)[],
) {
  const deliverable = rows.filter(({ recipient }) => !recipient.endsWith(UNDELIVERABLE))
  return outbox.insertMails(
    tx,
    deliverable.map((row) => ({ id: newId(), ...row })),
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
  await queueMails(tx, [{ ...mail, mailLimit: limits[0]?.key ?? '' }])
  return true
}

/** Sends the mails that a booking has not received to another address, or the one about the new booking if it has received all. The caller has locked the booking. */
export async function sendToCorrectedAddress(tx: Db, booking: ConfirmedBooking) {
  const { rows } = await outbox.readdressMails(tx, booking.bookingId, booking.to)
  if (rows.length === 0) await queueBookingMails(tx, [booking])
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

/** Mails whose last attempt has failed. */
export async function countFailedMails({ reader }: Context) {
  const { rows } = await queue.countFailedMails(reader, MINUTE_MS)
  return rows[0]?.count ?? 0
}

/** Mails that the mail server has refused for good. */
export async function countRefusedMails({ reader }: Context) {
  const { rows } = await queue.countRefusedMails(reader)
  return rows[0]?.count ?? 0
}

export async function countUnsentMails({ reader }: Context) {
  const { rows } = await queue.countUnsentMails(reader)
  return rows[0]?.count ?? 0
}
