import type { Context } from '#src/context.ts'
import { isUniqueViolation } from '#src/database/error-kinds.ts'
import { spendNonce } from '#src/database/rows/used-nonces.ts'
import type { Db, UserRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { type Client, createSession, hashToken } from '#src/http/session/sessions.service.ts'
import * as accounts from '../accounts.sql.ts'
import { userView } from '../accounts.view.ts'
import { releaseUnconfirmedEmail } from '../sign-in/email-proof.service.ts'
import { newUser } from '../sign-in/new-user.ts'
import { GoogleSignInError } from './google-sign-in-error.ts'
import * as identities from './identities.sql.ts'
import type { IdentityProvider } from './identity-provider.ts'
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
  const isFirstUse = await spendNonce(ctx.db, hashToken(nonce), KEEP_NONCE_MS)
  if (!isFirstUse) throw new GoogleSignInError('refused')
}

/**
 * Starts a session for an identity and creates its account at the first sign-in. If another account has the email and never confirmed it,
 * that account loses the email. Returns null if the other account keeps the email and has a password: only a sign-in with that password may
 * link the two. Throws EMAIL_TAKEN if it has no password, which means that another identity owns it.
 */
export async function signInWithIdentity(ctx: Context, identity: VerifiedIdentity, client: Client) {
  const attempt = () =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      const user = await findOrCreateUser(tx, ctx, identity)
      return user && { user: userView(user), session: await createSession(tx, user.id, client) }
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
  if (user) return confirmIfSameEmail(tx, user, identity)
  if (emailOwner && !(await releaseUnconfirmedEmail(tx, emailOwner))) {
    if (emailOwner.password_hash) return null
    throw new GoogleSignInError('taken')
  }
  return createUser(tx, ctx, identity)
}

async function confirmIfSameEmail(tx: Db, user: UserRow, { email }: VerifiedIdentity) {
  if (user.email !== email || user.email_confirmed_at !== null) return user
  await accounts.confirmEmail(tx, user.id)
  return accounts.userById(tx, user.id)
}

async function findUserOfIdentity(tx: Db, identity: VerifiedIdentity) {
  const found = await identities.findIdentity(tx, identity)
  if (!found) return undefined
  const { rows } = await accounts.lockUser(tx, found.user_id)
  return rows[0]
}

async function createUser(tx: Db, ctx: Context, identity: VerifiedIdentity) {
  const { email, username, picture } = identity
  const user: UserRow = {
    ...newUser(ctx, { username, email }),
    picture,
    email_confirmed_at: ctx.now(),
  }
  await accounts.insertUser(tx, user)
  await identities.insertIdentity(tx, identity, user.id)
  return user
}

/** Links an identity to the account with the same email, after a sign-in with its password. Returns null if it is linked to another account. */
export async function linkIdentity(tx: Db, userId: string, identity: VerifiedIdentity) {
  await identities.insertIdentity(tx, identity, userId)
  const linked = await identities.findIdentity(tx, identity)
  if (linked?.user_id !== userId) return null
  await accounts.confirmEmail(tx, userId)
  await identities.setMissingPicture(tx, userId, identity.picture)
  return (await accounts.userById(tx, userId)) ?? null
}
