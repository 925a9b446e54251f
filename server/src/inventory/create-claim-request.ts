import { mailboxOf } from '@marquee/contract/email'
import type { Context } from '../context.ts'
import { selectConfirmedEmail } from './allowance.sql.ts'
import {
  type ClaimRequest,
  confirmedAddressOf,
  limitedAddressOf,
  type PlacesRequest,
  type Visitor,
  type VisitorKeys,
} from './claim-requests.ts'
import { spendProof } from './spend-proof.ts'

/** Adds the action, and the account, the address and the proof of work for the limits. Uses up the proof. */
export async function createClaimRequest(
  ctx: Context,
  action: ClaimRequest['action'],
  request: PlacesRequest,
): Promise<ClaimRequest> {
  const [keys, provenStep] = await Promise.all([
    loadVisitorKeys(ctx, request),
    spendProof(ctx, request),
  ])
  return { ...request, ...keys, action, placeIds: [...new Set(request.placeIds)], provenStep }
}

/** Returns the keys under which the limits count the places of a visitor, besides the account. */
export const loadVisitorKeys = async (ctx: Context, visitor: Visitor): Promise<VisitorKeys> => ({
  limitedAddress: limitedAddressOf(ctx.config, visitor),
  confirmedAddress: confirmedAddressOf(ctx.config, visitor),
  mailbox: await findMailbox(ctx, visitor),
})

/**
 * Returns the key of the mailbox of an account. Null without a confirmed email: an unproven one may be of another person, whose allowance it
 * must not use up.
 */
async function findMailbox(ctx: Context, { userId, isConfirmed }: Visitor) {
  if (!userId || !isConfirmed) return null
  const [user] = (await selectConfirmedEmail(ctx.reader, userId)).rows
  return user ? ctx.recipientKey(mailboxOf(user.email)) : null
}
