import type { Context } from '../context.ts'
import { showtimeNotFound } from '../errors.ts'
import type { BatchOperation } from '../platform/write-batcher.ts'
import type { ClaimRequest, HolderAtShowtime, HoldState, PlacesRequest } from './claim-requests.ts'
import { createClaimRequest } from './create-claim-request.ts'
import { checkoutOrExtendOperation, holdOperation, releaseOperation } from './holds.batch.ts'
import { loadRuleInputs } from './rule-inputs.ts'

/**
 * Holds all of the places for one holder, or none of them. The first hold at a showtime starts the deadline that all share.
 * Throws TAKEN with the lost places, LIMIT, CHALLENGE, CLOSED, NOT_FOUND.
 */
export const holdPlaces = async (ctx: Context, request: PlacesRequest) =>
  submit(ctx, holdOperation, await createClaimRequest(ctx, 'hold', request))

/**
 * Starts the checkout of a holder. Holds what is not held yet, all or none, and leaves at least the checkout time,
 * once. After the cutoff only held places are accepted, and their deadline does not change. Throws as `holdPlaces` does.
 */
export const beginCheckout = async (ctx: Context, request: PlacesRequest) =>
  submit(ctx, checkoutOrExtendOperation, await createClaimRequest(ctx, 'checkout', request))

/** Restarts the hold time, up to the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export const extendHold = async (ctx: Context, request: HolderAtShowtime) =>
  submit(
    ctx,
    checkoutOrExtendOperation,
    await createClaimRequest(ctx, 'extend', { ...request, placeIds: [] }),
  )

/** Releases places. Does nothing for a place that is not held. Throws NOT_OWNER for a place of another holder, NOT_FOUND. */
export const releasePlaces = async (ctx: Context, request: PlacesRequest) =>
  submit(ctx, releaseOperation, await createClaimRequest(ctx, 'release', request))

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
  { reader, config }: Context,
  holder: HolderAtShowtime,
): Promise<HoldState> {
  const [input] = await loadRuleInputs(reader, [{ ...holder, placeIds: [] }], config)
  if (!input) throw showtimeNotFound()
  return { holdUntil: input.held[0]?.held_until ?? null, now: input.now }
}
