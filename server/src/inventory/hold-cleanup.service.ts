import type { Context } from '../context.ts'
import { lockNames } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { loadAllowances } from './allowance.ts'
import { changeClaims } from './change-claims.ts'
import { type ClaimRequest, limitLockNames, type PlacesRequest } from './claim-requests.ts'
import * as claims from './claims.sql.ts'
import { createClaimRequest } from './create-claim-request.ts'
import * as cleanup from './hold-cleanup.sql.ts'

export type Presence = cleanup.Presence

/** One run deletes at most this many rows of a kind, which keeps its transaction short. */
const MAX_DELETED = 500
/** One statement records at most this many holders. On SQLite, all other work waits for it. */
const MAX_RECORDED = 200

/** Deletes expired holds at all showtimes. Returns how many. */
export const expireHolds = (ctx: Context) =>
  countChanged(ctx, async (tx) => {
    await cleanup.deleteExpiredBlocks(tx, MAX_DELETED)
    return endHolds(tx, cleanup.deleteExpiredHolds(tx, ctx.config, MAX_DELETED))
  })

/** Deletes the expired holds on the places of these requests. */
export const expireHoldsOn = (ctx: Context, requests: PlacesRequest[]) =>
  countChanged(ctx, (tx) => endHolds(tx, cleanup.deleteExpiredHoldsOn(tx, requests, ctx.config)))

/** Deletes the holds of holders who have been disconnected for longer than the grace period that applies to them. */
export function releaseAbandonedHolds(ctx: Context) {
  const { holdGraceMs: graceMs, checkoutGraceMs } = ctx.config
  return countChanged(ctx, (tx) =>
    endHolds(
      tx,
      cleanup.deleteAbandonedHolds(tx, { graceMs, checkoutGraceMs, limit: MAX_DELETED }),
    ),
  )
}

interface SignedInHolder {
  holder: string
  /** Null if signed out. */
  userId: string | null
  isConfirmed: boolean
}

/**
 * Returns the showtimes at which a holder who has just connected holds places. If the holder has signed in since, the holds now count for
 * the account, unless the account would exceed its limit.
 */
export async function resumeHolds(ctx: Context, { holder, userId, isConfirmed }: SignedInHolder) {
  const { rows } = await claims.selectHoldsOfHolder(ctx.reader, holder)
  const byShowtime = Map.groupBy(rows, ({ showtime_id }) => showtime_id)
  for (const [showtimeId, places] of byShowtime) {
    const placeIds = places.flatMap(({ place_id, account }) => (account === null ? place_id : []))
    if (!userId || placeIds.length === 0) continue
    // Without its address: the holds count under the address that they have.
    const visitor = { holder, userId, isConfirmed }
    await adoptHolds(
      ctx,
      await createClaimRequest(ctx, 'hold', { showtimeId, placeIds, ...visitor }),
    )
  }
  return [...byShowtime.keys()]
}

const adoptHolds = (ctx: Context, request: ClaimRequest) =>
  inTransaction(ctx.db, { durable: false }, async (tx) => {
    await lockNames(tx, limitLockNames(request))
    const { admit } = await loadAllowances(ctx, tx, [request])
    if (admit(request)) await claims.adoptHolds(tx, request)
  })

/** Deletes all holds of one holder, at all showtimes. */
export const releaseAllHolds = (ctx: Context, holder: string) =>
  countChanged(ctx, (tx) => claims.deleteHoldsOfHolder(tx, holder))

/** Waits for a deletion of ended holds, and keeps their holders from holding the places again while other visitors wait for them. */
async function endHolds(tx: Db, deleting: ReturnType<typeof cleanup.deleteExpiredHolds>) {
  const deleted = await deleting
  const wanted = deleted.rows.filter(({ asked_at }) => asked_at !== null)
  if (wanted.length > 0) await cleanup.insertRetakeBlocks(tx, wanted)
  return deleted
}

/** Records that visitors of other addresses have asked for held places. */
export async function recordAsked({ db, config }: Context, requests: PlacesRequest[]) {
  await inTransaction(db, { durable: false }, (tx) => cleanup.recordAsked(tx, requests, config))
}

const countChanged = async (
  ctx: Context,
  change: (tx: Db) => Promise<{ rows: { showtime_id: string }[] }>,
) => (await changeClaims(ctx, change)).length

/** The number of places that are held at all showtimes. */
export async function countLiveHolds({ reader, config }: Context) {
  const { rows } = await cleanup.countLiveHolds(reader, config)
  return rows[0]?.count ?? 0
}

/** Records that these holders are connected now. Their grace period starts again. */
export async function updateLastSeen({ db }: Context, holders: Presence[]) {
  for (let from = 0; from < holders.length; from += MAX_RECORDED) {
    const batch = holders.slice(from, from + MAX_RECORDED)
    await inTransaction(db, { durable: false }, (tx) => cleanup.updateLastSeen(tx, batch))
  }
}
