import type { Context } from '../context.ts'
import { showtimeNotFound } from '../errors.ts'
import type { BatchOperation } from '../platform/write-batcher.ts'
import {
  type BestSeats,
  type ChoiceRequest,
  choiceOperation,
  type HeldChoice,
} from './choices.batch.ts'
import type { ClaimRequest, HolderAtShowtime, HoldState, PlacesRequest } from './claim-requests.ts'
import { createClaimRequest } from './create-claim-request.ts'
import { assertNoGap } from './gap-check.ts'
import { checkoutOrExtendOperation, holdOperation, releaseOperation } from './holds.batch.ts'
import { loadRuleInputs } from './rule-inputs.ts'

/**
 * Holds all of the places for one holder, or none of them. The first hold at a showtime starts the deadline that all share.
 * Throws TAKEN with the lost places, LIMIT, CHALLENGE, CLOSED, NOT_FOUND.
 */
export const holdPlaces = async (ctx: Context, request: PlacesRequest) =>
  submit(ctx, holdOperation, await createClaimRequest(ctx, 'hold', request))

type HoldBestRequest = Omit<PlacesRequest, 'placeIds'> & BestSeats & ReplacingRequest

interface ReplacingRequest {
  /** Releases the holder's other seats at the showtime, in the same transaction. */
  isReplacing?: boolean | undefined
}

/**
 * Holds the best free seats for a party. They are chosen in the transaction that holds them, so that they are free.
 * Throws TAKEN if there are none, LIMIT, CHALLENGE, CLOSED, NOT_FOUND.
 */
export async function holdBestSeats(ctx: Context, request: HoldBestRequest): Promise<HeldChoice> {
  const { size, category, isTogether, isReplacing = false, ...visitor } = request
  const claim = await createClaimRequest(ctx, 'hold', { ...visitor, placeIds: [] })
  const best = { size, category, isTogether }
  return submit(ctx, choiceOperation, { ...claim, best, isReplacing })
}

/** Holds seats in place of all others of the holder, or leaves these unchanged. Throws as `holdPlaces` does. */
export async function holdInstead(ctx: Context, request: PlacesRequest): Promise<HeldChoice> {
  const claim = await createClaimRequest(ctx, 'hold', request)
  return submit<ChoiceRequest, HeldChoice>(ctx, choiceOperation, { ...claim, isReplacing: true })
}

/**
 * Starts the checkout of a holder. Holds what is not held yet, all or none, and leaves at least the checkout time,
 * once. After the cutoff only held places are accepted, and their deadline does not change. Throws as `holdPlaces` does, and GAP.
 */
export async function beginCheckout(ctx: Context, request: PlacesRequest) {
  await assertNoGap(ctx, request)
  return submit(ctx, checkoutOrExtendOperation, await createClaimRequest(ctx, 'checkout', request))
}

/** Restarts the hold time, up to the longest hold. Throws NOT_OWNER, CLOSED, NOT_FOUND. */
export const extendHold = async (ctx: Context, request: Omit<PlacesRequest, 'placeIds'>) =>
  submit(
    ctx,
    checkoutOrExtendOperation,
    await createClaimRequest(ctx, 'extend', { ...request, placeIds: [] }),
  )

/** Releases places. Does nothing for a place that is not held. Throws NOT_OWNER for a place of another holder, NOT_FOUND. */
export const releasePlaces = async (ctx: Context, request: PlacesRequest) =>
  submit(ctx, releaseOperation, await createClaimRequest(ctx, 'release', request))

async function submit<Request extends ClaimRequest, State extends HoldState>(
  ctx: Context,
  operation: BatchOperation<Context, Request, State>,
  request: Request,
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
