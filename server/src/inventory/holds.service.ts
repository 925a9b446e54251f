import type { Context } from '../context.ts'
import { showtimeNotFound } from '../errors.ts'
import type { BatchOperation } from '../platform/write-batcher.ts'
import type { ClaimRequest, HolderAtShowtime, HoldRequest, HoldState } from './claim-requests.ts'
import { holdOperation, prolongOperation, releaseOperation } from './holds.batch.ts'
import { loadRuleInputs } from './rule-inputs.ts'

/**
 * Holds all of the places for one holder, or none of them. The first hold at a showtime starts the deadline that all share.
 * Throws TAKEN with the lost places, LIMIT, CLOSED, NOT_FOUND.
 */
export const holdPlaces = (ctx: Context, request: HoldRequest) =>
  submit(ctx, holdOperation, claimRequest('hold', request))

/**
 * Moves the selection of a holder on to payment. Holds what is not held yet, all or none, and leaves at least the checkout time,
 * once. After the cutoff only what is held goes on, with its deadline unchanged. Throws as `holdPlaces` does.
 */
export const beginCheckout = (ctx: Context, request: HoldRequest) =>
  submit(ctx, prolongOperation, claimRequest('checkout', request))

/** Starts the hold time anew, up to the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export const extendHold = (ctx: Context, request: HolderAtShowtime) =>
  submit(ctx, prolongOperation, claimRequest('extend', { ...request, placeIds: [] }))

/** Releases places. Those that nobody holds are released already. Throws NOT_OWNER for places of others, NOT_FOUND. */
export const releasePlaces = (ctx: Context, request: HoldRequest) =>
  submit(ctx, releaseOperation, claimRequest('release', request))

const claimRequest = (
  verb: ClaimRequest['verb'],
  { showtimeId, holder, placeIds, seatIds }: HoldRequest,
): ClaimRequest => ({ verb, showtimeId, holder, placeIds: [...new Set(placeIds)], seatIds })

async function submit(
  ctx: Context,
  operation: BatchOperation<Context, ClaimRequest, HoldState>,
  request: ClaimRequest,
) {
  const state = await ctx.batcher.submit(ctx, operation, request)
  ctx.events.emit('claimsChanged', request.showtimeId)
  return state
}

/** Reads until when a holder holds places at a showtime. Throws NOT_FOUND. */
export async function readHoldState(
  { reader }: Context,
  holder: HolderAtShowtime,
): Promise<HoldState> {
  const [input] = await loadRuleInputs(reader, [{ ...holder, placeIds: [] }])
  if (!input) throw showtimeNotFound()
  return { holdUntil: input.held[0]?.held_until ?? null, now: input.now }
}
