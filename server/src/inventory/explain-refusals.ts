import type { Context } from '../context.ts'
import type { ClaimRequest } from './claim-requests.ts'
import { expireHoldsOn } from './expiry.service.ts'
import { explainRefusal, isBlockedByExpiredHold } from './refusals.ts'
import { loadRuleInputs } from './rule-inputs.ts'

/**
 * Reads why requests were not granted and returns the refusals. Deletes the expired holds that block the remaining requests, so
 * that the next attempt can grant them.
 */
export async function explainRefusals<Request extends ClaimRequest>(
  ctx: Context,
  requests: Request[],
) {
  const inputs = await loadRuleInputs(ctx.reader, requests)
  const refusals = new Map<Request, Error>()
  const blocked: Request[] = []
  for (const [n, request] of requests.entries()) {
    const input = inputs[n]
    const refusal = explainRefusal(request, input)
    if (refusal) refusals.set(request, refusal)
    else if (input && isBlockedByExpiredHold(request, input)) blocked.push(request)
  }
  if (blocked.length > 0) await expireHoldsOn(ctx, blocked)
  return refusals
}
