import { ticketPath } from '@marquee/contract/pages'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { addNotice } from '../notices/notices.service.ts'
import * as reminders from './reminders.sql.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REMIND_BEFORE_MS = 3 * HOUR_MS
/** A later reminder would come too late: after an outage it is left out. */
const LATEST_BEFORE_MS = 30 * MINUTE_MS
const MAX_MAILS_PER_HOUR = 5
/** The top-level domain of emails that cannot exist (RFC 2606). */
const UNDELIVERABLE = '.invalid'

/** Writes the reminders that are due to the outbox, one per booking. Several nodes may call it at once. Returns their number. */
export async function queueReminders(ctx: Context) {
  const { rows } = await reminders.selectDueReminders(ctx.reader, {
    ...{ earliest: REMIND_BEFORE_MS, latest: LATEST_BEFORE_MS },
    ...{ limit: MAX_MAILS_PER_HOUR, limitPeriod: HOUR_MS },
  })
  const due = rows.filter(({ email }) => !email.endsWith(UNDELIVERABLE))
  if (due.length === 0) return 0
  const reminded = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const written: reminders.DueReminder[] = []
    for (const reminder of due) {
      const { rows: inserted } = await reminders.insertReminder(tx, reminder, REMIND_BEFORE_MS)
      if (inserted.length === 0) continue
      await addReminderNotice(ctx, tx, reminder)
      written.push(reminder)
    }
    return written
  })
  for (const { user_id } of reminded) ctx.events.emit('noticesChanged', user_id)
  return reminded.length
}

const addReminderNotice = (
  { config: { timeZone } }: Context,
  tx: Db,
  { user_id, reference, movie, starts_at }: reminders.DueReminder,
) =>
  addNotice(tx, {
    ...{ userId: user_id, kind: 'reminder', link: ticketPath(reference) },
    title: `${movie} starts at ${formatTime(starts_at, timeZone)}`,
    text: `${formatDate(starts_at, timeZone)}. Show your ticket ${reference} at the door.`,
  })

/** Switches the reminders of a user off or on. Returns false if the token of the link is not valid. */
export async function setReminders(ctx: Context, token: string, isOff: boolean) {
  const userId = ctx.unsubscribeTokens.verify(token)
  if (userId === undefined) return false
  await inTransaction(ctx.db, { durable: true }, (tx) => reminders.setReminders(tx, userId, isOff))
  return true
}
