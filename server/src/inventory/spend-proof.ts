import { CHALLENGE_LIFETIME_MS } from '../admission/proof-of-work.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { deleteExpiredNonces, insertUsedNonce } from '../database/used-nonces.ts'
import { limitedAddressOf, type PlacesRequest } from './claim-requests.ts'

/**
 * Uses the proof of a request. Returns the step that it pays for, and 0 if there is none, it is not valid or it has been used: the
 * request then gets a new challenge if it still needs one.
 */
export async function spendProof(ctx: Context, { proof, showtimeId, ...visitor }: PlacesRequest) {
  const address = limitedAddressOf(ctx.config, visitor)
  if (!proof || !address) return 0
  const verified = await ctx.proofOfWork.verify(proof, { address, showtimeId })
  if (!verified) return 0
  const isFirstUse = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    await deleteExpiredNonces(tx)
    const { rows } = await insertUsedNonce(tx, verified.hash, CHALLENGE_LIFETIME_MS)
    return rows.length > 0
  })
  return isFirstUse ? verified.step : 0
}
