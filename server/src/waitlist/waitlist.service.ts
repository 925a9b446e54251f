import { getCutoffTime } from '@marquee/contract/bookings/booking-window'
import {
  OFFER_ENDED,
  type WaitingEntry,
  type WaitingRequest,
} from '@marquee/contract/bookings/waiting-list'
import { formatInstant, MINUTE_MS } from '@marquee/contract/time'
import { lockConfirmedUser } from '../accounts/lock-confirmed-user.ts'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import { newId } from '../database/rows/new-id.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { closed, invalid, notFound, overLimit, showtimeNotFound } from '../errors.ts'
import { canEverFit, handOver } from '../inventory/commands/offer.ts'
import { releaseAll } from '../inventory/commands/release.ts'
import { inShowtimes } from '../inventory/showtimes.ts'
import { deleteOfferMail } from '../messages/mail/outbox.service.ts'
import { msUntilCutoff } from './offer-times.ts'
import * as waitlist from './waitlist.sql.ts'

/** A user may wait for seats at this many shows. */
const MAX_WAITING_ENTRIES = 10

/** After an offer that was not paid, an account cannot wait for the same show: otherwise it could hold seats again and again without buying. */
const PAUSE_MS = 30 * MINUTE_MS
const JUST_OFFERED =
  'You had an offer for this show a short while ago. You can join its waiting list again half an hour after that.'
const ALREADY_WAITING = 'You are already on the waiting list of this show.'
const ENTRY_NOT_FOUND = 'You are not on this waiting list any more.'

/**
 * Puts a user on the waiting list of a show. Throws FORBIDDEN without a confirmed email, NOT_FOUND, CLOSED after booking has closed, INVALID for
 * seats that the screen does not have and for a time that has passed, LIMIT for a show that the user waits for already, for half an hour after an
 * offer that was not paid, and above MAX_WAITING_ENTRIES.
 */
export async function joinWaitingList(
  ctx: Context,
  userId: string,
  { showtimeId, seats, together, categories = [], until }: WaitingRequest,
): Promise<WaitingEntry> {
  const id = newId()
  await assertJoinable(ctx, showtimeId, until)
  const party = { size: seats, isTogether: together, categories }
  if (!canEverFit(await ctx.showtimes.read(showtimeId), party))
    throw invalid('This screen does not have such seats. Please choose others.')
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await lockConfirmedUser(tx, userId)
    await assertMayWait(tx, userId, showtimeId)
    const inserted = await waitlist.insertEntry(tx, {
      id,
      showtime_id: showtimeId,
      user_id: userId,
      seats,
      together: Number(together),
      categories: JSON.stringify([...new Set(categories)].toSorted()),
      until_at: until === undefined ? null : Date.parse(until),
    })
    if (inserted.rows.length === 0) throw overLimit(ALREADY_WAITING)
  })
  ctx.events.emit('noticesChanged', userId)
  ctx.log.info({ entryId: id, showtimeId, seats }, 'waiting list joined')
  const entry = (await listEntries(ctx, userId)).find(({ _id }) => _id === id)
  if (!entry) throw entryNotFound()
  return entry
}

/** The user is locked, so that no two requests count the entries at the same time. */
async function assertMayWait(tx: Db, userId: string, showtimeId: string) {
  const { rows } = await waitlist.countEntries(tx, userId)
  if ((rows[0]?.count ?? 0) >= MAX_WAITING_ENTRIES)
    throw overLimit(`You can wait for ${MAX_WAITING_ENTRIES} shows at the same time.`)
  const [last] = (await waitlist.selectLastOffer(tx, userId, showtimeId)).rows
  if (last && last.ended_ms < PAUSE_MS) throw overLimit(JUST_OFFERED)
}

const entryNotFound = () => notFound(ENTRY_NOT_FOUND)

async function assertJoinable({ reader }: Context, showtimeId: string, until: string | undefined) {
  const [show] = (await waitlist.selectShowToWaitFor(reader, showtimeId)).rows
  if (!show) throw showtimeNotFound()
  if (msUntilCutoff(show) <= 0) throw closed('Booking for this show has closed.')
  if (until !== undefined && Date.parse(until) <= show.now)
    throw invalid('Please choose a time that is still to come.')
}

/** The entries of a user that have not ended. */
export async function listEntries({ reader }: Context, userId: string): Promise<WaitingEntry[]> {
  const { rows } = await waitlist.selectEntriesOf(reader, userId)
  const holders = rows.flatMap(({ holder }) => holder ?? [])
  const held = holders.length > 0 ? (await waitlist.selectHeldLabels(reader, holders)).rows : []
  return rows.map((row) => ({
    _id: row.id,
    showtimeId: row.showtime_id,
    movieId: row.movie_id,
    movie: row.movie,
    screen: row.screen,
    startTime: formatInstant(row.starts_at),
    seats: row.seats,
    together: row.together === 1,
    categories: JSON.parse(row.categories) as string[],
    until: new Date(
      Math.min(
        row.until_at ?? Number.POSITIVE_INFINITY,
        getCutoffTime(row.starts_at, row.cutoff_minutes),
      ),
    ).toISOString(),
    ...offerOf(row, held),
  }))
}

/** The offer is over at its deadline, whether its entry has ended or not. */
function offerOf(
  { holder, offer_until, now }: { holder: string | null; offer_until: number | null; now: number },
  held: readonly { holder: string; label: string }[],
): Pick<WaitingEntry, 'offer'> {
  const seats = held.filter((place) => place.holder === holder).map(({ label }) => label)
  if (offer_until === null || offer_until <= now || seats.length === 0) return {}
  return { offer: { seats, until: formatInstant(offer_until) } }
}

/** Ends an own entry, and releases the seats of its offer. Throws NOT_FOUND, also for the entry of another user. */
export async function leaveWaitingList(ctx: Context, userId: string, entryId: string) {
  const showtimeId = await findShowtimeOfEntry(ctx, userId, entryId)
  await inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    // Before the entry and the mail, as the deletion of an account does.
    await lockUsers(tx, [userId])
    const [entry] = (await waitlist.lockEntry(tx, userId, entryId)).rows
    if (!entry || entry.ended_at !== null) throw entryNotFound()
    unit.emit(['noticesChanged', userId])
    if (entry.holder === null) return waitlist.deleteEntry(tx, entryId)
    await waitlist.declineOffer(tx, entryId)
    await deleteOfferMail(tx, entry)
    return unit.accept(showtimeId, releaseAll(unit.state(showtimeId), { visitor: entry.holder }))
  })
}

/** Throws NOT_FOUND, also for the entry of another user. */
async function findShowtimeOfEntry({ reader }: Context, userId: string, entryId: string) {
  const [entry] = (await waitlist.selectEntry(reader, userId, entryId)).rows
  if (!entry) throw entryNotFound()
  return entry.showtime_id
}

interface OpenedOffer {
  showtimeId: string
  seatIds: string[]
  holdUntil: string
}

/**
 * Makes the seats of an offer the selection of the account's browser, with the deadline of the offer. Opening it again, also in another
 * browser, works until then. Throws NOT_FOUND, also for the entry of another user, and CLOSED when the offer has ended.
 */
export async function openOffer(
  ctx: Context,
  { userId, visitorId, entryId }: { userId: string; visitorId: string; entryId: string },
): Promise<OpenedOffer> {
  const showtimeId = await findShowtimeOfEntry(ctx, userId, entryId)
  return inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    const [entry] = (await waitlist.lockEntry(tx, userId, entryId)).rows
    if (!entry) throw entryNotFound()
    if (entry.holder === null) throw closed('No seats are free for you yet.')
    if (entry.offer_until === null || entry.offer_until <= entry.now) throw closed(OFFER_ENDED)
    // An opened entry has ended: an account that has its seats waits no longer.
    const { holder: from, ended_at: openedAt } = entry
    const handover = { account: userId, from, to: visitorId, openedAt }
    const { seatIds, holdUntil } = unit.accept(
      showtimeId,
      handOver(unit.state(showtimeId), handover),
    )
    if (seatIds.length === 0) throw closed(OFFER_ENDED)
    await waitlist.markOpened(tx, entryId, visitorId)
    unit.emit(['noticesChanged', userId])
    return { showtimeId, seatIds, holdUntil: formatInstant(holdUntil) }
  })
}
