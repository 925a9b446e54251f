import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import * as claims from './claims.sql.ts'
import { change } from './holds.batcher.ts'
import type { HoldState } from './holds.rules.ts'
import { announce } from './publish-changes.ts'
import { type HoldRequest, loadRuleInputs } from './rule-inputs.ts'

/** Rows that one turn of a sweep takes: a short transaction, whatever has piled up. */
const AT_ONCE = 500

/**
 * Holds places for one visitor, all or none; the first of them starts the clock that all share.
 * Throws TAKEN with the lost places, LIMIT above ten seats or four slots of a kind, CLOSED, NOT_FOUND.
 */
export const holdPlaces = (ctx: Context, wish: HoldRequest) =>
  change(ctx, { ...wish, verb: 'hold' })

/**
 * Moves a selection on to payment: takes what of it is not held yet, all or none, and once tops up the clock.
 * After the cutoff only what is already held can go on, and nothing is prolonged.
 */
export const beginCheckout = (ctx: Context, wish: HoldRequest) =>
  change(ctx, { ...wish, verb: 'checkout' })

/** Starts the clock of a selection anew, never past the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export const extendHold = (ctx: Context, wish: Omit<HoldRequest, 'placeIds'>) =>
  change(ctx, { ...wish, placeIds: [], verb: 'extend' })

/** Gives places back. What nobody holds is already as wished; what others have throws NOT_OWNER. */
export const releasePlaces = (ctx: Context, wish: HoldRequest) =>
  change(ctx, { ...wish, verb: 'release' })

/** How a holder stands at a showtime, changing nothing. Throws NOT_FOUND. */
export async function readHoldState(
  { reader }: Context,
  wish: Omit<HoldRequest, 'placeIds'>,
): Promise<HoldState> {
  const sceneOf = await loadRuleInputs(reader, [{ ...wish, placeIds: [] }])
  const { now, held } = sceneOf(0)
  return { holdUntil: held[0]?.held_until ?? null, now }
}

/** Notes who has a window open on what, so that their holds there live on. */
export async function recordPresence({ db }: Context, present: Omit<HoldRequest, 'placeIds'>[]) {
  if (present.length === 0) return
  await inTransaction(db, { durable: false }, (tx) => claims.touchPresence(tx, present))
}

/** Ends what holders left behind who have been away longer than the grace and have not moved on to payment. */
export async function releaseAbandonedHolds(ctx: Context) {
  const touched = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.deleteAbandonedHolds(tx, {
      graceMs: ctx.config.holdGraceMs,
      most: AT_ONCE,
    })
    return grow(tx, rows)
  })
  announce(ctx, { touched })
}

/** Ends every hold of one holder, at all showtimes. */
export async function releaseAll(ctx: Context, holder: string) {
  const touched = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.releaseAll(tx, holder)
    return grow(tx, rows)
  })
  announce(ctx, { touched })
}

/** Removes the holds that have run out and tells their holders and rooms. Returns how many there were. */
export async function expireHolds(ctx: Context) {
  const { expired, touched } = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.deleteExpiredHolds(tx, AT_ONCE)
    return { expired: rows, touched: await grow(tx, rows) }
  })
  const displaced = expired.map(({ showtime_id, place_id, holder, kind }) => ({
    ...{ showtimeId: showtime_id, placeId: place_id },
    ...{ holder, kind },
  }))
  announce(ctx, { touched, displaced })
  return expired.length
}

/** Raises the revision of each showtime whose claims these were, and returns which these are. */
async function grow(tx: Db, changed: { showtime_id: string }[]) {
  const touched = claims.showtimesOf(changed)
  await claims.incrementRevisions(tx, touched)
  return touched
}
