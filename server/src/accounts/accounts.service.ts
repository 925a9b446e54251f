import type { signIn as signInCall, signUp as signUpCall } from '@marquee/contract/accounts'
import type { Call } from '@marquee/contract/endpoint'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { unauthenticated } from '../errors.ts'
import * as accounts from './accounts.sql.ts'
import { userView } from './accounts.view.ts'
import { refusingTakenEmail } from './email-taken.ts'
import { linkIdentity } from './google.service.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { beginSession } from './sessions.service.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** Opens an account. Throws EMAIL_TAKEN, or UNAVAILABLE when too many people come at once. */
export async function signUp(ctx: Context, { username, email, password }: NewAccount) {
  const user = {
    id: crypto.randomUUID(),
    username,
    email,
    password_hash: await hashPassword(password),
    phone: null,
    phone_verified: 0,
    picture: null,
    created_at: ctx.now(),
  }
  await refusingTakenEmail(() =>
    inTransaction(ctx.db, { durable: true }, (tx) => accounts.insertUser(tx, user)),
  )
}

/**
 * Begins a session. An unknown address and a wrong password take the same time and end in the same words. Whoever has been
 * vouched for meanwhile is linked to the account, if it is theirs by its address.
 * Throws UNAUTHENTICATED, or UNAVAILABLE when too many people come at once.
 */
export async function signIn(
  ctx: Context,
  { email, password }: Credentials,
  link?: VerifiedIdentity | null,
) {
  const user = await accounts.userByEmail(ctx.reader, email)
  const isRight = await isPassword(password, user?.password_hash)
  if (!user?.password_hash || !isRight) throw wrongCredentials()

  const own = link?.email === user.email ? link : null
  const begun = await beginSession(
    ctx,
    { userId: user.id, passwordHash: user.password_hash },
    own ? (tx) => linkIdentity(tx, user.id, own) : undefined,
  )
  if (!begun) throw wrongCredentials()
  const { session, done: linked } = begun
  return { user: userView(linked ?? user), session, googleLinked: Boolean(linked) }
}

/** The account as its owner sees it; undefined once it is gone. */
export async function findUser({ reader }: Context, userId: string) {
  const user = await accounts.userById(reader, userId)
  return user && userView(user)
}

type NewAccount = Call<typeof signUpCall>['body']
type Credentials = Call<typeof signInCall>['body']

const wrongCredentials = () => unauthenticated('The e-mail or the password is not right.')
