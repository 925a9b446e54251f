import type { Context } from '../context.ts'
import { type ClaimRequest, limitedAddressOf, type PlacesRequest } from './claim-requests.ts'
import { spendProof } from './spend-proof.ts'

/** Adds the action, and the address and the proof of work for the limits per address. Uses up the proof. */
export const createClaimRequest = async (
  ctx: Context,
  action: ClaimRequest['action'],
  request: PlacesRequest,
): Promise<ClaimRequest> => ({
  ...request,
  action,
  placeIds: [...new Set(request.placeIds)],
  limitedAddress: limitedAddressOf(ctx.config, request),
  provenStep: await spendProof(ctx, request),
})
