import { ticketPath } from '@marquee/contract/pages'
import { formatDate, formatTime, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import { lockShowtimes, lockUsers } from '#src/database/locks.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import * as outbox from '../mail/outbox.sql.ts'
import { addNotices } from '../notices/notices.service.ts'
import { verifyUnsubscribeToken } from '../unsubscribe/unsubscribe-tokens.ts'
import * as reminders from './reminders.sql.ts'

const REMIND_BEFORE_MS = 3 * HOUR_MS
/** A later reminder would come too late: after an outage it is left out. */
const LATEST_BEFORE_MS = 30 * MINUTE_MS
const MAX_MAILS_PER_HOUR = 5
/** The top-level domain of emails that cannot exist (RFC 2606). */
const UNDELIVERABLE = '.invalid'

/** Writes the reminders that are due to the outbox, one per booking. Several nodes may call it at once. Returns their number. */
export async function queueReminders(ctx: Context) {
  const found = await findDueReminders(ctx.reader)
  if (found.length === 0) return 0
  const written = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const due = await lockDueReminders(tx, found)
    await outbox.insertMails(tx, due.map(mailRow))
    await addNotices(
      tx,
      due.map((reminder) => noticeOf(ctx, reminder)),
    )
    return due
  })
  for (const { user_id } of written) ctx.events.emit('noticesChanged', user_id)
  return written.length
}

async function findDueReminders(db: Db) {
  const { rows } = await reminders.selectDueReminders(db, {
    earliest: REMIND_BEFORE_MS,
    latest: LATEST_BEFORE_MS,
    limit: MAX_MAILS_PER_HOUR,
    limitPeriod: HOUR_MS,
  })
  return rows.filter(({ email }) => !email.endsWith(UNDELIVERABLE))
}

/**
 * Reads again which of the reminders are due, under locks: every change of a booking or of its show locks the showtime, and another node that
 * writes reminders locks the accounts.
 */
async function lockDueReminders(tx: Db, found: readonly reminders.DueReminder[]) {
  const showtimeIds = new Set(found.map(({ showtime_id }) => showtime_id))
  const userIds = new Set(found.map(({ user_id }) => user_id))
  await lockShowtimes(tx, [...showtimeIds])
  await lockUsers(tx, [...userIds])
  return (await findDueReminders(tx)).filter(
    ({ user_id, showtime_id }) => userIds.has(user_id) && showtimeIds.has(showtime_id),
  )
}

const mailRow = ({ booking_id, user_id, email, starts_at }: reminders.DueReminder) => ({
  id: newId(),
  kind: 'reminder' as const,
  user_id,
  booking_id,
  recipient: email,
  mail_limit: 'reminder',
  reply_to: null,
  thread: null,
  subject: '',
  body: '',
  html: null,
  give_up_at: starts_at,
})

const noticeOf = (
  { config: { timeZone } }: Pick<Context, 'config'>,
  { user_id, reference, movie, starts_at }: reminders.DueReminder,
) => ({
  userId: user_id,
  kind: 'reminder' as const,
  link: ticketPath(reference),
  title: `${movie} starts at ${formatTime(starts_at, timeZone)}`,
  text: `${formatDate(starts_at, timeZone)}. Show your ticket ${reference} at the door.`,
})

/** Switches the reminders of a user off or on. Returns false if the token of the link is not valid. */
export async function setReminders(ctx: Context, token: string, isOff: boolean) {
  const userId = verifyUnsubscribeToken(ctx, token)
  if (userId === undefined) return false
  await inTransaction(ctx.db, { durable: true }, (tx) => reminders.setReminders(tx, userId, isOff))
  return true
}
