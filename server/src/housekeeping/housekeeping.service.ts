import { DAY_MS } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { eraseDeletedRows } from '../database/erase.ts'
import { inTransaction } from '../database/transaction.ts'
import { KEEP_ENDED_MS } from '../http/session/sessions.service.ts'
import { deleteStaleMailFiles } from '../messages/mail/mail-files.ts'
import * as housekeeping from './housekeeping.sql.ts'

const MAIL_DAYS = 30
const NOTICE_DAYS = 90
const LIMIT = 500

/**
 * Deletes what is no longer needed: expired tokens, links, codes and nonces at once, the keys of buyers from the start of their shows on, ended sessions, waiting list entries and queues with their positions after a day, mails after 30 days, notices after 90, enquiries after
 * RETENTION_DAYS, and phone and vehicle numbers, contacts and notes of bookings RETENTION_DAYS after the showtime. Several nodes may call it at once. Returns the number of
 * rows by kind.
 */
export async function deleteOldData(ctx: Context) {
  const retentionMs = ctx.config.retentionMs
  const counts = {
    sessions: await repeat(ctx, housekeeping.deleteSessions, KEEP_ENDED_MS),
    refreshTokens: await repeat(ctx, housekeeping.deleteRefreshTokens),
    emailTokens: await repeat(ctx, housekeeping.deleteEmailTokens),
    phoneCodes: await repeat(ctx, housekeeping.deletePhoneCodes),
    nonces: await repeat(ctx, housekeeping.deleteNonces),
    mails: await repeat(ctx, housekeeping.deleteMails, MAIL_DAYS * DAY_MS),
    notices: await repeat(ctx, housekeeping.deleteNotices, NOTICE_DAYS * DAY_MS),
    enquiries: await deleteEnquiries(ctx),
    contacts: await repeat(ctx, housekeeping.clearContacts, retentionMs),
    buyers: await repeat(ctx, housekeeping.clearBuyers),
    notes: await repeat(ctx, housekeeping.deleteNotes, retentionMs),
    waitingEntries: await repeat(ctx, housekeeping.deleteWaitingEntries, DAY_MS),
    queuePositions: await repeat(ctx, housekeeping.deleteQueuePositions, DAY_MS),
    queues: await repeat(ctx, housekeeping.deleteQueues, DAY_MS),
    friends: await repeat(ctx, housekeeping.clearFriends, DAY_MS),
    vehicleNumbers: await repeat(ctx, housekeeping.clearVehicleNumbers, retentionMs),
  }
  await deleteStaleMailFiles(ctx)
  await eraseDeletedRows(ctx.db)
  ctx.log.info(counts, 'old data deleted')
  return counts
}

/** Tells the office of each. */
async function deleteEnquiries(ctx: Context) {
  const ids: string[] = []
  const statement: typeof housekeeping.deleteEnquiries = async (tx, period) => {
    const deleted = await housekeeping.deleteEnquiries(tx, period)
    ids.push(...deleted.rows.map(({ id }) => id))
    return deleted
  }
  const count = await repeat(ctx, statement, ctx.config.retentionMs)
  for (const id of ids) ctx.events.emit('enquiriesChanged', id)
  return count
}

/** Runs a statement until it changes no more rows, each time in a transaction of its own. `olderThan`: milliseconds, if the statement uses it. */
async function repeat(ctx: Context, statement: typeof housekeeping.deleteMails, olderThan = 0) {
  let count = 0
  while (true) {
    const { rows } = await ctx.backgroundQueue(['deletions'], () =>
      inTransaction(ctx.db, { durable: false }, (tx) => statement(tx, { olderThan, limit: LIMIT })),
    )
    count += rows.length
    if (rows.length === 0) return count
  }
}
