import type { Context } from '../context.ts'
import { AppError, challenged } from '../errors.ts'
import { isLimited, loadAllowances, type ProofNeeded } from './allowance.ts'
import type { ClaimRequest, PlacesRequest } from './claim-requests.ts'
import { expireHoldsOn, recordAsked } from './hold-cleanup.service.ts'
import { findAskedPlaces, findRefusal, isBlockedByExpiredHold } from './refusals.ts'
import { loadRuleInputs } from './rule-inputs.ts'

/**
 * Loads the current data of requests that were not granted and returns what `findRefusal` finds for each. Deletes the expired holds that
 * block the remaining requests, so that the next attempt can grant them.
 */
export async function explainRefusals<Request extends ClaimRequest>(
  ctx: Context,
  requests: Request[],
) {
  const inputs = await loadRuleInputs(ctx.reader, requests, ctx.config)
  const refusals = new Map<Request, Error>()
  const grantable: Request[] = []
  const blocked: Request[] = []
  const asked: PlacesRequest[] = []
  for (const [index, request] of requests.entries()) {
    const input = inputs[index]
    const refusal = findRefusal(request, input)
    if (refusal) refusals.set(request, refusal)
    else grantable.push(request)
    const placeIds = input ? findAskedPlaces(request, input).map(({ place_id }) => place_id) : []
    if (placeIds.length > 0) asked.push({ ...request, placeIds })
    if (!refusal && input && isBlockedByExpiredHold(request, input)) blocked.push(request)
  }
  const overAllowance = await explainAllowances(ctx, grantable)
  for (const [request, refusal] of overAllowance) refusals.set(request, refusal)
  if (blocked.length > 0) await expireHoldsOn(ctx, blocked)
  const hasAddressLimits = ctx.config.showAllowancePercent !== undefined
  if (hasAddressLimits && asked.length > 0) await recordAsked(ctx, asked)
  return refusals
}

/** Returns the refusals of requests that exceed a limit per account or per address. Creates their challenges. */
async function explainAllowances<Request extends ClaimRequest>(ctx: Context, requests: Request[]) {
  const refusals = new Map<Request, AppError>()
  const limited = requests.filter(isLimited)
  if (limited.length === 0) return refusals
  const { findAllowanceRefusal } = await loadAllowances(ctx, ctx.reader, limited)
  for (const request of limited) {
    const refusal = findAllowanceRefusal(request)
    if (refusal instanceof AppError) refusals.set(request, refusal)
    else if (refusal) refusals.set(request, await challenge(ctx, request, refusal))
  }
  return refusals
}

async function challenge({ proofOfWork }: Context, request: ClaimRequest, { step }: ProofNeeded) {
  const { limitedAddress, confirmedAddress, showtimeId } = request
  const address = limitedAddress ?? confirmedAddress ?? ''
  return challenged(await proofOfWork.create({ address, showtimeId }, step))
}
