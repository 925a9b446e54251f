import { createHash } from 'node:crypto'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { bookingNotFound, keyReused, overLimit, unauthenticated } from '../errors.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import type { ChangeableBooking } from './cancellation.ts'
import * as changes from './changes.sql.ts'

const DAY_MS = 24 * 60 * 60_000
const TOO_MANY_CHANGES =
  'You have changed this booking very often today. Please try again tomorrow, or ask us at the box office.'

/**
 * Runs work under the lock of the showtime of a booking, and of `others`. `findShowtime` returns the showtime of the booking, or throws
 * NOT_FOUND. If the booking has moved to another showtime before the lock, the work begins again there.
 */
export async function withBookingLock<Result>(
  ctx: Context,
  {
    findShowtime,
    others = [],
  }: { findShowtime: (db: Db) => Promise<string>; others?: readonly string[] },
  work: (unit: ShowtimeUnit) => Promise<Result>,
): Promise<Result> {
  const showtimeId = await findShowtime(ctx.reader)
  const done = await inShowtimes(ctx, [showtimeId, ...others], async (unit) =>
    (await findShowtime(unit.tx)) === showtimeId ? { result: await work(unit) } : undefined,
  )
  return done ? done.result : withBookingLock(ctx, { findShowtime, others }, work)
}

/** The showtime of an own booking. Throws NOT_FOUND, also for a booking of another user. */
export const showtimeOfOwn = (own: changes.OwnBooking) => async (db: Db) =>
  (await loadBooking(db, own)).showtime_id

/** Locks the account, then the booking. Returns the recipient of mails about it: the account, or the address that staff has corrected. */
export async function lockOwnBooking(tx: Db, own: changes.OwnBooking) {
  const [account] = (await lockUsers(tx, [own.userId])).rows
  if (!account) throw unauthenticated(SESSION_ENDED)
  await changes.lockBooking(tx, own)
  const [owner] = (await changes.selectSaleOwner(tx, own.reference)).rows
  return {
    ...{ userId: own.userId, to: owner?.email ?? account.email },
    isConfirmed: account.email_confirmed_at !== null,
  }
}

/** Throws NOT_FOUND, also for a booking of another user, so that the answer does not tell which references exist. */
export async function loadBooking(db: Db, own: changes.OwnBooking): Promise<ChangeableBooking> {
  const [booking] = (await changes.selectBooking(db, own)).rows
  if (!booking) throw bookingNotFound()
  return { ...booking, places: (await changes.selectPlaces(db, booking)).rows }
}

/** A sale by its id, for staff. Undefined for blocked places. */
export async function loadSale(db: Db, id: string): Promise<ChangeableBooking | undefined> {
  const [booking] = (await changes.selectSale(db, id)).rows
  return booking && { ...booking, places: (await changes.selectPlaces(db, booking)).rows }
}

/** Throws NOT_FOUND, also for blocked places, which are no sale. */
export async function requireSale(db: Db, reference: string) {
  const [sale] = (await changes.selectSaleOwner(db, reference.toUpperCase())).rows
  if (!sale) throw bookingNotFound()
  return sale
}

/** Locks the account, then the booking, as every other change does. Returns who receives mails about it. */
export async function lockSale(tx: Db, id: string, reference: string) {
  const { user_id } = await requireSale(tx, reference)
  if (user_id !== null) await lockUsers(tx, [user_id])
  await changes.lockBookings(tx, [id])
  return requireSale(tx, reference)
}

/** Returns true for a repeated request. Throws KEY_REUSED if the key has been used for another one. */
export async function recordKey(
  tx: Db,
  bookingId: string,
  { key, body }: { key?: string | undefined; body: object },
) {
  if (key === undefined) return false
  const keyHash = hash(key)
  // The key is random and not stored, so nothing of the request can be guessed from its hash.
  const requestHash = hash(key + JSON.stringify(body))
  const [earlier] = (await changes.selectChange(tx, { bookingId, keyHash })).rows
  if (!earlier) {
    await changes.insertChange(tx, { bookingId, keyHash, requestHash })
    return false
  }
  if (earlier.request_hash !== requestHash) throw keyReused('change')
  return true
}

/** Throws LIMIT if the visitor has changed the booking too often in a day. */
export async function assertChangesLeft(
  tx: Db,
  bookingId: string,
  { rateLimits, limits }: Pick<Config, 'rateLimits' | 'limits'>,
) {
  if (!rateLimits) return
  const { rows } = await changes.countVisitorChanges(tx, bookingId, DAY_MS)
  if ((rows[0]?.count ?? 0) >= limits.changesPerBooking) throw overLimit(TOO_MANY_CHANGES)
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
