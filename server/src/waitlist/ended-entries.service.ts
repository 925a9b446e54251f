import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { SEATS_NOT_HELD } from '@marquee/contract/bookings/waiting-list'
import { MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { deleteOfferMail } from '../messages/mail/outbox.service.ts'
import { addNotice, type NewNotice } from '../messages/notices/notices.service.ts'
import * as waitlist from './waitlist.sql.ts'

const MAX_ENDED = 200

/** Ends the entries whose time is over, and the offers whose seats are needed otherwise. Tells each party. */
export async function endEntries(ctx: Context) {
  await expireEntries(ctx)
  await resetWithdrawnOffers(ctx)
  await closeEndedEntries(ctx)
}

async function resetWithdrawnOffers(ctx: Context) {
  const { rows } = await waitlist.selectWithdrawnOffers(ctx.reader, MAX_ENDED)
  await updateEntriesWithNotices(ctx, rows, {
    update: async (tx, { id }) => (await waitlist.resetWithdrawnOffer(tx, id)).rows.length > 0,
    describe: ({ movie }) => withdrawnText(movie),
  })
}

async function closeEndedEntries(ctx: Context) {
  const cutoffMs = DEFAULT_CUTOFF_MINUTES * MINUTE_MS
  const { rows } = await waitlist.selectEntriesToClose(ctx.reader, MAX_ENDED, cutoffMs)
  await updateEntriesWithNotices(ctx, rows, {
    update: async (tx, { id }) => (await waitlist.closeEntry(tx, id)).rows.length > 0,
    describe: ({ movie }) => closedText(movie),
  })
}

/** Ends the offers whose deadline has passed, and the entries for cancelled shows. */
async function expireEntries(ctx: Context) {
  const { rows } = await waitlist.selectEntriesToExpire(ctx.reader, MAX_ENDED)
  await updateEntriesWithNotices(ctx, rows, {
    update: async (tx, entry) => (await waitlist.expireEntry(tx, entry)).rows.length > 0,
    describe: ({ movie, cancelled }) => (cancelled ? cancelledText(movie) : endedText(movie)),
  })
}

interface EntryUpdate<Entry> {
  /** Returns whether the entry was updated: another node may have done it. */
  update: (tx: Db, entry: Entry) => Promise<boolean>
  describe: (entry: Entry) => Pick<NewNotice, 'title' | 'text'>
}

/** Updates entries in one transaction with a notice for each. */
async function updateEntriesWithNotices<Entry extends waitlist.EntryToUpdate>(
  ctx: Context,
  due: readonly Entry[],
  { update, describe }: EntryUpdate<Entry>,
) {
  if (due.length === 0) return
  const told = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    // Before the entries, as the deletion of an account does.
    await lockUsers(tx, [...new Set(due.map(({ user_id }) => user_id))])
    const userIds: string[] = []
    for (const entry of due) {
      if (!(await update(tx, entry))) continue
      await deleteOfferMail(tx, entry)
      await addNotice(tx, { userId: entry.user_id, kind: 'offer', ...describe(entry) })
      userIds.push(entry.user_id)
    }
    return userIds
  })
  for (const userId of told) ctx.events.emit('noticesChanged', userId)
}

const withdrawnText = (movie: string) => ({
  title: `Your offer for ${movie} was taken back`,
  text: 'The cinema has moved the show or needs the seats. You keep your place in the waiting list.',
})

const endedText = (movie: string) => ({
  title: `Your offer for ${movie} has ended`,
  text: SEATS_NOT_HELD,
})

const closedText = (movie: string) => ({
  title: `We found no seats for ${movie} in time`,
  text: 'You are not on the waiting list of this show any more.',
})

const cancelledText = (movie: string) => ({
  title: `${movie} is cancelled`,
  text: 'The cinema has cancelled this show, so you do not wait for its seats any more.',
})
