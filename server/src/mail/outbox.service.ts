import type { Context } from '../context.ts'
import type { Db, OutboxRow, UserRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Mail } from './mail.ts'
import * as outbox from './outbox.sql.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MAX_MAILS_PER_HOUR = 5
/** Longer than one attempt takes: no other node starts a second attempt meanwhile. Doubles five times, to about an hour. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS
const GIVE_UP_AFTER_MS = 3 * DAY_MS
/** Mails that are sent at the same time. */
const BATCH_SIZE = 10

/** The top-level domain of emails that cannot exist (RFC 2606). */
const UNDELIVERABLE = '.invalid'

/** Writes mails to the outbox, in the transaction of their event. `sendDueMails` sends them. */
export async function queueMails(tx: Db, allMails: Mail[]) {
  const mails = allMails.filter(({ to }) => !to.endsWith(UNDELIVERABLE))
  if (mails.length === 0) return
  await outbox.insertMails(
    tx,
    mails.map(({ kind, userId = null, to, replyTo = null, subject, text }) => ({
      ...{ id: crypto.randomUUID(), kind, user_id: userId, recipient: to, reply_to: replyTo },
      ...{ subject, body: text },
      give_up_after: GIVE_UP_AFTER_MS,
    })),
  )
}

/**
 * Writes a mail to the outbox unless its recipient has received too many: anyone can enter any address. Booking confirmations do not
 * count. The caller has locked the account of the recipient. Returns whether the mail was written.
 */
export async function queueLimitedMail({ recipientKey }: Context, tx: Db, mail: Mail) {
  const recipient = { recipient: mail.to, recipientKey: recipientKey(mail.to) }
  const { rows } = await outbox.countMailsTo(tx, recipient, HOUR_MS)
  if ((rows[0]?.count ?? 0) >= MAX_MAILS_PER_HOUR) return false
  await queueMails(tx, [mail])
  return true
}

/** Sends all mails that are due, until `signal` is aborted. Several nodes may call it at once. */
export async function sendDueMails(ctx: Context, signal?: AbortSignal) {
  while (!signal?.aborted && (await outbox.findDueMail(ctx.reader)).rows.length > 0) {
    const mails = await takeDueMails(ctx)
    await Promise.all(mails.map((mail) => sendMail(ctx, mail)))
  }
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
async function sendMail(ctx: Context, row: OutboxRow) {
  try {
    await ctx.deliverMail(mailOf(row))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    ctx.metrics.recordMail('failed')
    // No address and no text of the mail.
    ctx.log.warn(
      { mailId: row.id, kind: row.kind, attempts: row.attempts + 1, reason },
      'email failed',
    )
    return
  }
  ctx.metrics.recordMail('ok')
  await inTransaction(ctx.db, { durable: false }, (tx) =>
    row.kind === 'deletion'
      ? outbox.anonymizeMail(tx, row.id, ctx.recipientKey(row.recipient))
      : outbox.markSent(tx, row.id),
  )
}

/**
 * Removes the mails of an account, except that they were sent: otherwise signing up and deleting the account again and again would fill
 * a mailbox. Returns their ids, which are the names of their files.
 */
export async function anonymizeMailsOf({ recipientKey }: Context, tx: Db, user: UserRow) {
  const { rows } = await outbox.findMailsOf(tx, user)
  for (const { id, recipient } of rows) await outbox.anonymizeMail(tx, id, recipientKey(recipient))
  return rows.map(({ id }) => id)
}

const mailOf = ({ id, kind, recipient, reply_to, subject, body }: OutboxRow) => ({
  ...{ id, kind, to: recipient, subject, text: body },
  ...(reply_to !== null && { replyTo: reply_to }),
})

export async function countUnsentMails({ reader }: Context) {
  const { rows } = await outbox.countUnsentMails(reader)
  return rows[0]?.count ?? 0
}
