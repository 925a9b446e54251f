import type { Context } from '../context.ts'
import { inTransaction } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { notOwner } from '../errors.ts'
import {
  type Clock,
  clockFor,
  type Displaced,
  displacedBy,
  enter,
  isClosed,
  isHeldAlready,
  lastMoment,
  look,
  refuseIfClosed,
  refuseIfLost,
  refuseOverLimit,
  type Scene,
  type Wish,
} from './claims.rules.ts'
import * as claims from './claims.sql.ts'

/** Rows that one turn of a sweep takes: a short transaction, whatever has piled up. */
const AT_ONCE = 500

/** How a holder stands after a change: until when everything they hold is theirs, by the database's clock. */
export interface Standing {
  holdUntil: number | null
  now: number
}

/**
 * Holds places for one visitor, all or none; the first of them starts the clock that all share.
 * Throws TAKEN with the lost places, LIMIT above ten seats or four slots of a kind, CLOSED, NOT_FOUND.
 */
export function holdPlaces(ctx: Context, wish: Wish): Promise<Standing> {
  return change(ctx, wish, async (tx) => {
    const scene = await enter(tx, wish)
    refuseIfClosed(scene)
    const clock = clockFor(ctx, scene)
    const displaced = await reach(tx, wish, { ...scene, clock })
    return { holdUntil: clock.until, now: scene.now, displaced }
  })
}

/**
 * Moves a selection on to payment: takes what of it is not held yet, all or none, and once tops up the clock.
 * After the cutoff only what is already held can go on, and nothing is prolonged.
 */
export function beginCheckout(ctx: Context, wish: Wish): Promise<Standing> {
  return change(ctx, wish, async (tx) => {
    const scene = await enter(tx, wish)
    if (!isHeldAlready(scene)) refuseIfClosed(scene)

    const { since, until, checkoutAt } = clockFor(ctx, scene)
    const toppedUp = checkoutAt !== null || isClosed(scene)
    const atLeast = toppedUp ? until : Math.max(until, scene.now + ctx.config.checkoutMs)
    const clock = {
      since,
      until: Math.min(atLeast, lastMoment(ctx, since, scene)),
      checkoutAt: checkoutAt ?? scene.now,
    }
    // With what is held already, in one statement: two would take the places in two orders.
    const held = scene.held.map(({ place_id }) => place_id)
    const placeIds = [...new Set([...wish.placeIds, ...held])]
    const displaced = await reach(tx, { ...wish, placeIds }, { ...scene, clock })
    return { holdUntil: clock.until, now: scene.now, displaced }
  })
}

/** Starts the clock of a selection anew, never past the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export function extendHold(ctx: Context, wish: Omit<Wish, 'placeIds'>): Promise<Standing> {
  return change(ctx, wish, async (tx) => {
    const scene = await enter(tx, { ...wish, placeIds: [] })
    const [first] = scene.held
    if (!first) throw notOwner('You hold nothing here any more.')
    refuseIfClosed(scene)

    const { since, checkoutAt } = clockFor(ctx, scene)
    const renewed = Math.min(scene.now + ctx.config.holdMs, lastMoment(ctx, since, scene))
    const until = Math.max(first.held_until, renewed)
    await claims.setClock(tx, { ...wish, until, checkoutAt, now: scene.now })
    return { holdUntil: until, now: scene.now }
  })
}

/** Gives places back. What nobody holds is already as wished; what others have throws NOT_OWNER. */
export function releasePlaces(ctx: Context, wish: Wish): Promise<Standing> {
  return change(ctx, wish, async (tx) => {
    const { now, held } = await enter(tx, { ...wish, placeIds: [] })
    const { rows: released } = await claims.release(tx, wish)
    if (released.length < wish.placeIds.length) {
      const { rows: stranger } = await claims.claimedOf(tx, wish)
      if (stranger.length > 0) throw notOwner('That place is not yours to release.')
    }
    const rest = held.find(({ place_id }) => !wish.placeIds.includes(place_id))
    return { holdUntil: rest?.held_until ?? null, now }
  })
}

/** How a holder stands at a showtime, changing nothing. Throws NOT_FOUND. */
export async function standing(
  { reader }: Context,
  wish: Omit<Wish, 'placeIds'>,
): Promise<Standing> {
  const { now, held } = await look(reader, { ...wish, placeIds: [] })
  return { holdUntil: held[0]?.held_until ?? null, now }
}

/** Notes who has a window open on what, so that their holds there live on. */
export async function seePresent({ db }: Context, present: Omit<Wish, 'placeIds'>[]) {
  if (present.length === 0) return
  await inTransaction(db, { durable: false }, (tx) => claims.see(tx, present))
}

/** Ends what holders left behind who have been away longer than the grace and have not moved on to payment. */
export async function endAbandoned(ctx: Context) {
  const touched = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.endUnseen(tx, { graceMs: ctx.config.holdGraceMs, most: AT_ONCE })
    return growAll(tx, rows)
  })
  for (const showtimeId of touched) ctx.publish(showtimeId)
}

/** Ends every hold of one holder, at all showtimes. */
export async function releaseAll(ctx: Context, holder: string) {
  const showtimeIds = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.releaseAll(tx, holder)
    return growAll(tx, rows)
  })
  for (const showtimeId of showtimeIds) ctx.publish(showtimeId)
}

/** Removes the holds that have run out and tells their holders and rooms. Returns how many there were. */
export async function sweepExpired(ctx: Context) {
  const { expired, touched } = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await claims.sweep(tx, AT_ONCE)
    return { expired: rows, touched: await growAll(tx, rows) }
  })

  for (const { holder, kind, place_id, showtime_id } of expired) {
    tellHolder(ctx, showtime_id, { holder, kind, placeId: place_id })
  }
  for (const showtimeId of touched) ctx.publish(showtimeId)
  return expired.length
}

export interface Sale extends Wish {
  bookingId: string
}

/**
 * Sells places inside the booking's own transaction: what is free or held by the buyer, all or none.
 * A hold taken before the cutoff may be paid after it, nothing after the start.
 * Throws TAKEN with the lost places, LIMIT, CLOSED, NOT_FOUND. Returns the moment of the sale, and whom to `announce`
 * after the commit.
 */
export async function sellPlaces(tx: Db, sale: Sale) {
  const scene = await enter(tx, sale)
  if (!isHeldAlready(scene) || scene.now >= scene.startsAt) refuseIfClosed(scene)
  refuseOverLimit(scene.wanted, [])

  const { rows } = await claims.sell(tx, { ...sale, now: scene.now })
  refuseIfLost(scene.wanted, rows)
  await claims.grow(tx, [sale.showtimeId])
  return { soldAt: scene.now, displaced: displacedBy(scene.wanted, rows) }
}

/** After the commit: tells the room, and those whose holds had run out and have been replaced. */
export function announce(ctx: Context, showtimeId: string, displaced: Displaced[] = []) {
  for (const one of displaced) tellHolder(ctx, showtimeId, one)
  ctx.publish(showtimeId)
}

const tellHolder = (ctx: Context, showtimeId: string, { holder, kind, placeId }: Displaced) =>
  ctx.tellExpired(holder, { type: kind, itemId: placeId, showtimeId })

/** One change of one holder at one showtime: committed first, told afterwards. */
async function change(
  ctx: Context,
  { showtimeId }: { showtimeId: string },
  work: (tx: Db) => Promise<Standing & { displaced?: Displaced[] }>,
) {
  const { displaced, ...standing } = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    const after = await work(tx)
    await claims.grow(tx, [showtimeId])
    return after
  })
  announce(ctx, showtimeId, displaced)
  return standing
}

/** Raises the revision of every showtime that has lost a claim. */
async function growAll(tx: Db, lost: { showtime_id: string }[]) {
  const touched = [...new Set(lost.map(({ showtime_id }) => showtime_id))]
  if (touched.length > 0) await claims.grow(tx, touched)
  return touched
}

async function reach(tx: Db, wish: Wish, { now, wanted, held, clock }: Scene & { clock: Clock }) {
  refuseOverLimit(wanted, held)
  const { rows } = await claims.hold(tx, { ...wish, now, ...clock })
  refuseIfLost(wanted, rows)
  return displacedBy(wanted, rows)
}
