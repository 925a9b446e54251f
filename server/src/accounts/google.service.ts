import { createHash } from 'node:crypto'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/error-kinds.ts'
import type { Db, UserRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import * as accounts from './accounts.sql.ts'
import { userView } from './accounts.view.ts'
import { GoogleRefusal } from './google-refusal.ts'
import * as identities from './identities.sql.ts'
import type { IdentityProvider, Proofs } from './identity-provider.ts'
import { openSession } from './sessions.service.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** A nonce is good for as long as the note of the visit is: minutes. */
const NONCE_KEPT_MS = 60 * 60 * 1000

/** What one visit to the provider has to come back with. */
export const newProofs = (): Proofs => ({
  state: randomState(),
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
})

/**
 * Whom an ID token vouches for, once: whether or not it is good, its nonce is spent by the asking.
 * Throws UNAUTHENTICATED, or UNAVAILABLE while the provider cannot be reached.
 */
export async function redeem(
  ctx: Context,
  provider: IdentityProvider,
  { credential, nonce }: { credential: string; nonce: string },
) {
  await spend(ctx, nonce)
  return provider.vouchedFor(credential, nonce)
}

/**
 * Begins a session of whoever has been vouched for, and opens their account when they come for the first time. `null` when
 * their address belongs to an account with a password, which nobody but its owner may link. Throws EMAIL_TAKEN.
 */
export async function continueAs(ctx: Context, vouched: VerifiedIdentity) {
  const enter = () => inTransaction(ctx.db, { durable: true }, (tx) => admit(tx, ctx, vouched))
  try {
    return await enter()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Somebody has just opened an account with this address: perhaps themselves, in another window.
    return enter()
  }
}

async function admit(tx: Db, ctx: Context, vouched: VerifiedIdentity) {
  // In this order: an account that another window opens between the two questions is then known as theirs.
  const owner = await accounts.userByEmail(tx, vouched.email)
  const user = (await knownAs(tx, vouched)) ?? (await newcomer(tx, ctx, { ...vouched, owner }))
  return user && { user: userView(user), session: await openSession(tx, user.id) }
}

async function knownAs(tx: Db, vouched: VerifiedIdentity) {
  const identity = await identities.userOfIdentity(tx, vouched)
  if (!identity) return undefined
  const { rows } = await identities.lockUserRow(tx, identity.user_id)
  return rows[0]
}

interface Newcomer extends VerifiedIdentity {
  /** Whose address it is already. */
  owner: UserRow | undefined
}

async function newcomer(tx: Db, ctx: Context, { owner, ...vouched }: Newcomer) {
  const { email, username, picture } = vouched
  if (owner?.password_hash) return null
  if (owner) throw new GoogleRefusal('taken')

  const user: UserRow = {
    id: crypto.randomUUID(),
    username,
    email,
    password_hash: null,
    phone: null,
    phone_verified: 0,
    picture,
    created_at: ctx.now(),
  }
  await accounts.insertUser(tx, user)
  await identities.insertIdentity(tx, vouched, user.id)
  return user
}

/** Lets an identity lead to an account whose password has just been given. Null if it leads to another one already. */
export async function linkIdentity(tx: Db, userId: string, vouched: VerifiedIdentity) {
  await identities.insertIdentity(tx, vouched, userId)
  const identity = await identities.userOfIdentity(tx, vouched)
  if (identity?.user_id !== userId) return null
  await identities.givePicture(tx, userId, vouched.picture)
  return (await accounts.userById(tx, userId)) ?? null
}

/** Throws UNAUTHENTICATED for a nonce that has been brought before. */
async function spend(ctx: Context, nonce: string) {
  const hash = createHash('sha256').update(nonce).digest('base64url')
  const isFirst = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    await identities.forgetNonces(tx)
    const { rows } = await identities.spendNonce(tx, hash, NONCE_KEPT_MS)
    return rows.length > 0
  })
  if (!isFirst) throw new GoogleRefusal('refused')
}
