import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { SEATS_NOT_HELD } from '@marquee/contract/bookings/waiting-list'
import { type SeatTier, seatTier } from '@marquee/contract/seats/seat-tiers'
import { MINUTE_MS } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { findFittingParties, readFreeSeats } from '../inventory/selections/offers.ts'
import { deleteOfferMail } from '../messages/mail/outbox.service.ts'
import { addNotice, type NewNotice } from '../messages/notices/notices.service.ts'
import { makeOffers, partyOf, type WaitingParty } from './make-offers.service.ts'
import * as waitlist from './waitlist.sql.ts'

/** One transaction makes at most this many offers, which keeps it short. */
const MAX_OFFERS = 20

/** Another visitor may take the seats of an offer first. */
const MAX_ATTEMPTS = 5

/** A show where this node has looked for seats and found none that fit. */
interface CheckedShow {
  rev: number
  /** Tells whether the same parties wait. */
  parties: string
  /** The seats that were free, with their tiers. */
  freeSeats: ReadonlyMap<string, SeatTier>
  /** The entries that could not get an offer although seats were free for them. */
  refused: ReadonlySet<string>
}

/** By showtime id. */
export type CheckedShows = Map<string, CheckedShow>

/**
 * Ends the entries whose time is over, and looks for seats at the shows that have changed since the last call: for all parties if the parties have changed,
 * else for those that wait for the tier of a seat that came free. Every node calls it again and again, so an offer follows a change of any kind, also after a
 * crash. The caller empties `checked` every 30 seconds, because what an account may have can change without a change of the show.
 */
export async function offerFreeSeats(ctx: Context, checked: CheckedShows) {
  await endEntries(ctx)
  const { rows } = await waitlist.selectWaitingShows(ctx.reader)
  const waiting = new Set(rows.map(({ showtime_id }) => showtime_id))
  for (const showtimeId of checked.keys()) if (!waiting.has(showtimeId)) checked.delete(showtimeId)
  for (const show of rows) {
    const { showtime_id: showtimeId } = show
    try {
      await checkShow(ctx, checked, show)
    } catch (error) {
      // The other shows must not wait for this one.
      ctx.log.error({ err: error, showtimeId }, 'waiting list offers failed')
    }
  }
}

async function checkShow(
  ctx: Context,
  checked: CheckedShows,
  { showtime_id: showtimeId, rev, entries, joined }: waitlist.WaitingShow,
) {
  const parties = `${entries} ${joined}`
  const last = checked.get(showtimeId)
  const known = last?.parties === parties ? last : undefined
  if (known?.rev === rev) return
  const freeSeats = await readFreeSeats(ctx, showtimeId)
  const freedTiers = new Set(
    [...freeSeats].flatMap(([id, tier]) => (known?.freeSeats.has(id) ? [] : tier)),
  )
  const refusedBefore = known?.refused ?? new Set<string>()
  const { count, refused } =
    freedTiers.size > 0
      ? await offerSeatsAt(ctx, showtimeId, { freedTiers, refusedBefore })
      : { count: 0, refused: new Set<string>() }
  // Its seats may come free again before the next call.
  if (count > 0) checked.delete(showtimeId)
  else checked.set(showtimeId, { rev, parties, freeSeats, refused: refusedBefore.union(refused) })
}

interface SeatSearch {
  /** The tiers of the seats that have come free since the last call. Undefined: any seat may have. */
  freedTiers?: ReadonlySet<SeatTier> | undefined
  /** The entries that the last calls refused. They are tried again only if they wait for a freed tier. */
  refusedBefore?: ReadonlySet<string>
}

/**
 * Offers the free seats of a show to the parties that wait for them, first come first served. Returns the number of offers, and the entries that could
 * not get one although seats were free for them.
 */
export async function offerSeatsAt(
  ctx: Context,
  showtimeId: string,
  { freedTiers, refusedBefore = new Set() }: SeatSearch = {},
) {
  const refused = new Set<string>()
  let count = 0
  let failedAttempts = 0
  while (failedAttempts < MAX_ATTEMPTS) {
    const candidates = await findCandidates(ctx, showtimeId, { refused, freedTiers })
    if (candidates.length === 0) break
    const round = { showtimeId, candidates, refused: refusedBefore.union(refused) }
    const done = await ctx.backgroundQueue(['offers', showtimeId], () => makeOffers(ctx, round))
    for (const { entryId } of done.refused) refused.add(entryId)
    count += done.offers.length
    for (const { entryId, seats } of done.offers)
      ctx.log.info({ entryId, showtimeId, seats: seats.length }, 'seats offered')
    // Another visitor was faster, or a party has joined: try again.
    if (done.offers.length === 0 && done.refused.length === 0) failedAttempts += 1
  }
  return { count, refused }
}

interface CandidateOptions {
  refused: ReadonlySet<string>
  freedTiers: ReadonlySet<SeatTier> | undefined
}

async function findCandidates(
  ctx: Context,
  showtimeId: string,
  { refused, freedTiers }: CandidateOptions,
) {
  const { rows } = await waitlist.selectWaiting(ctx.reader, showtimeId)
  const parties = rows
    .map((row) => partyOf(ctx, row))
    .filter((party) => !refused.has(party.entryId) && waitsForAny(party, freedTiers))
  if (parties.length === 0) return []
  return (await findFittingParties(ctx, showtimeId, parties)).slice(0, MAX_OFFERS)
}

const waitsForAny = ({ categories }: WaitingParty, tiers: ReadonlySet<SeatTier> | undefined) =>
  !tiers || categories.length === 0 || categories.some((category) => tiers.has(seatTier(category)))

const MAX_ENDED = 200

/** Ends the entries whose time is over, and the offers whose seats are needed otherwise. Tells each party. */
async function endEntries(ctx: Context) {
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
