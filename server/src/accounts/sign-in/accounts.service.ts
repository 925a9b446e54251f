import type {
  signIn as signInCall,
  signUp as signUpCall,
} from '@marquee/contract/accounts/accounts'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import type { Context } from '#src/context.ts'
import { isUniqueViolation } from '#src/database/error-kinds.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, unauthenticated } from '#src/errors.ts'
import { type Client, startPasswordSession } from '#src/http/session/sessions.service.ts'
import * as accounts from '../accounts.sql.ts'
import { userView } from '../accounts.view.ts'
import { linkIdentity } from '../google/google.service.ts'
import type { VerifiedIdentity } from '../google/verified-identity.ts'
import { assertStrongPassword } from './assert-strong-password.ts'
import { notifyOwner, queueConfirmation } from './email-proof.service.ts'
import { newUser } from './new-user.ts'

type NewAccount = CallInput<typeof signUpCall>['body']
type Credentials = CallInput<typeof signInCall>['body'] & {
  /** A Google identity that waits for the password of its account. */
  identity: VerifiedIdentity | null
}

/** Creates an account and sends the confirmation mail. Throws INVALID for a password that is easy to guess, EMAIL_TAKEN, or UNAVAILABLE. */
export async function signUp(ctx: Context, newAccount: NewAccount, client: Client) {
  const { username, email, password } = newAccount
  await assertStrongPassword(ctx, password, { email, username })
  const user = {
    ...newUser(ctx, { username, email }),
    password_hash: await ctx.passwords.hash(password, client.ipKey),
  }
  const insert = () =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      await accounts.insertUser(tx, user)
      await queueConfirmation(tx, ctx, user)
    })
  await rejectTakenEmail(insert).catch(async (error) => {
    if (error instanceof AppError) await notifyOwner(ctx, email)
    throw error
  })
}

/**
 * Starts a session. An unknown email and a wrong password take the same time and give the same error.
 * Links `identity` to the account if both have the same email. Throws UNAUTHENTICATED, or UNAVAILABLE under overload.
 */
export async function signIn(
  ctx: Context,
  { email, password, identity: pendingIdentity }: Credentials,
  client: Client,
) {
  const user = await accounts.userByEmail(ctx.reader, email)
  const isCorrect = await ctx.passwords.verify(password, user?.password_hash, client.ipKey)
  if (!user?.password_hash || !isCorrect) throw wrongCredentials()

  const identity = pendingIdentity?.email === user.email ? pendingIdentity : null
  const started = await startPasswordSession(
    ctx,
    { userId: user.id, passwordHash: user.password_hash, client },
    identity ? (tx) => linkIdentity(tx, user.id, identity) : undefined,
  )
  if (!started) throw wrongCredentials()
  const { session, result: linkedUser } = started
  return { user: userView(linkedUser ?? user), session, googleLinked: Boolean(linkedUser) }
}

/** Returns the account as its owner sees it, undefined if it does not exist. */
export async function findUser({ reader }: Context, userId: string) {
  const user = await accounts.userById(reader, userId)
  return user && userView(user)
}

/** Runs a write that the unique email constraint may reject. Throws EMAIL_TAKEN in that case. */
export async function rejectTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError(409, 'EMAIL_TAKEN', 'There is already an account with this email address.')
  }
}

const wrongCredentials = () => unauthenticated('Wrong email or password.')
