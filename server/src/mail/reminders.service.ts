import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
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
  return inTransaction(ctx.db, { durable: true }, async (tx) => {
    let count = 0
    for (const reminder of due) {
      const { rows: written } = await reminders.insertReminder(tx, reminder, REMIND_BEFORE_MS)
      count += written.length
    }
    return count
  })
}

/** Switches the reminders of a user off or on. Returns false if the token of the link is not valid. */
export async function setReminders(ctx: Context, token: string, isOff: boolean) {
  const userId = ctx.unsubscribeTokens.verify(token)
  if (userId === undefined) return false
  await inTransaction(ctx.db, { durable: true }, (tx) => reminders.setReminders(tx, userId, isOff))
  return true
}
