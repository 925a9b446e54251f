import type { Context } from '../context.ts'
import { isUniqueViolation } from '../database/error-kinds.ts'
import type { Db, UserRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import * as accounts from './accounts.sql.ts'
import { userView } from './accounts.view.ts'
import { GoogleSignInError } from './google-sign-in-error.ts'
import * as identities from './identities.sql.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createSession, hashToken } from './sessions.service.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** Longer than the state cookie lives: after that no browser can present the nonce again. */
const KEEP_NONCE_MS = 60 * 60 * 1000

/**
 * Verifies an ID token and returns its identity. Each nonce can be used once, even when the token turns out to be invalid.
 * Throws UNAUTHENTICATED, or UNAVAILABLE if the provider cannot be reached.
 */
export async function verifyCredential(
  ctx: Context,
  provider: IdentityProvider,
  { credential, nonce }: { credential: string; nonce: string },
) {
  await assertFirstUse(ctx, nonce)
  return provider.verifyIdToken(credential, nonce)
}

async function assertFirstUse(ctx: Context, nonce: string) {
  const isFirstUse = await inTransaction(ctx.db, { durable: false }, async (tx) => {
    await identities.deleteExpiredNonces(tx)
    const { rows } = await identities.insertUsedNonce(tx, hashToken(nonce), KEEP_NONCE_MS)
    return rows.length > 0
  })
  if (!isFirstUse) throw new GoogleSignInError('refused')
}

/**
 * Starts a session for an identity and creates the account at the first sign-in. Returns null if the email belongs to an account with a
 * password: only a sign-in with that password may link the two. Throws EMAIL_TAKEN if another identity has the email.
 */
export async function signInWithIdentity(ctx: Context, identity: VerifiedIdentity) {
  const attempt = () =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      const user = await findOrCreateUser(tx, ctx, identity)
      return user && { user: userView(user), session: await createSession(tx, user.id) }
    })
  try {
    return await attempt()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Another request has just created an account with this email, perhaps from another tab of the same user.
    return attempt()
  }
}

async function findOrCreateUser(tx: Db, ctx: Context, identity: VerifiedIdentity) {
  // Read before the identity: if another tab creates the account in between, the identity is found.
  const emailOwner = await accounts.userByEmail(tx, identity.email)
  const user = await findUserOfIdentity(tx, identity)
  if (user) return user
  if (emailOwner?.password_hash) return null
  if (emailOwner) throw new GoogleSignInError('taken')
  return createUser(tx, ctx, identity)
}

async function findUserOfIdentity(tx: Db, identity: VerifiedIdentity) {
  const found = await identities.findIdentity(tx, identity)
  if (!found) return undefined
  const { rows } = await identities.lockUser(tx, found.user_id)
  return rows[0]
}

async function createUser(tx: Db, ctx: Context, identity: VerifiedIdentity) {
  const { email, username, picture } = identity
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
  await identities.insertIdentity(tx, identity, user.id)
  return user
}

/** Links an identity to an account whose password was verified. Returns null if it is linked to another account. */
export async function linkIdentity(tx: Db, userId: string, identity: VerifiedIdentity) {
  await identities.insertIdentity(tx, identity, userId)
  const linked = await identities.findIdentity(tx, identity)
  if (linked?.user_id !== userId) return null
  await identities.setMissingPicture(tx, userId, identity.picture)
  return (await accounts.userById(tx, userId)) ?? null
}
