import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { Db, OutboxRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { signUnsubscribeToken, unsubscribePath } from '../unsubscribe/unsubscribe-tokens.ts'
import { composeBookingMails } from './booking-mails.ts'
import { findMailRefusal } from './delivery.ts'
import type { OutgoingMail } from './mail.ts'
import * as outbox from './outbox.sql.ts'
import { recipientKey } from './recipient-key.ts'

/** Longer than one attempt takes: no other node starts a second attempt meanwhile. Doubles five times, to about an hour. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS

/**
 * Mails that are sent at the same time. Composing one about a booking takes about 15 ms. The pauses between batches take most of the time:
 * behind the mails of thirty accounts, a confirmation waits for 2 s with six, and for 3 to 5 s with two or three (bench, fair-queues).
 */
const BATCH_SIZE = 6

/** Of the answer of a mail server. */
const MAX_REFUSAL_LENGTH = 300

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

const mailOf = (ctx: Context, { id, kind, ...row }: OutboxRow) => ({
  id,
  kind,
  to: row.recipient,
  subject: row.subject,
  text: row.body,
  ...(row.html !== null && { html: row.html }),
  ...(row.reply_to !== null && { replyTo: row.reply_to }),
  ...(row.thread !== null && { thread: row.thread.split(' ') }),
  ...(kind === 'alert' &&
    row.user_id !== null && { unsubscribeUrl: alertsUnsubscribeUrl(ctx, row.user_id) }),
})

/** The address that ends the alerts of a user. */
export const alertsUnsubscribeUrl = (ctx: Pick<Context, 'secret' | 'config'>, userId: string) => {
  const token = signUnsubscribeToken(ctx, userId, 'alerts')
  return new URL(unsubscribePath(token, 'alerts'), ctx.config.publicUrl).href
}

/** The pause after work during which the process was busy with other things for long. */
const MAX_PAUSE_MS = 1000

/**
 * Runs the work and then pauses, so that it takes at most this share of the event loop if it is repeated. All processor time of this thread
 * counts: work gives way to other load. That of other threads does not. `signal` ends the pause.
 */
export async function withCpuShare(
  share: number,
  work: () => Promise<unknown>,
  signal?: AbortSignal,
) {
  const before = process.threadCpuUsage()
  await work()
  const pauseMs = pauseAfter(process.threadCpuUsage(before), share)
  await delay(pauseMs, undefined, signal && { signal }).catch(() => undefined)
}

/** Milliseconds of a pause after work that took these microseconds of processor time. */
export const pauseAfter = ({ user, system }: NodeJS.CpuUsage, share: number) =>
  Math.min(((user + system) / 1000) * (1 / share - 1), MAX_PAUSE_MS)
