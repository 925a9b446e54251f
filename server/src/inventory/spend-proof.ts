import { CHALLENGE_LIFETIME_MS } from '../admission/proof-of-work.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/used-nonces.ts'
import { confirmedAddressOf, limitedAddressOf, type PlacesRequest } from './claim-requests.ts'

/** Uses up the proof of work of a request. Returns its step, or 0 without a proof and for one that is invalid or was used before. */
export async function spendProof(ctx: Context, { proof, showtimeId, ...visitor }: PlacesRequest) {
  const address = limitedAddressOf(ctx.config, visitor) ?? confirmedAddressOf(ctx.config, visitor)
  if (!proof || !address) return 0
  const verified = await ctx.proofOfWork.verify(proof, { address, showtimeId })
  if (!verified) return 0
  const isFirstUse = await spendNonce(ctx.db, verified.hash, CHALLENGE_LIFETIME_MS)
  return isFirstUse ? verified.step : 0
}
