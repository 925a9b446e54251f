import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { Db, UserRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, invalid } from '#src/errors.ts'
import {
  type Client,
  createToken,
  endSessionsOf,
  hashToken,
} from '#src/http/session/sessions.service.ts'
import { MAIL_LIMITS, resetMailLimits } from '#src/messages/mail/mail-limits.service.ts'
import { queueLimitedMail, sendToConfirmedAddress } from '#src/messages/mail/outbox.service.ts'
import { confirmationMail, passwordResetMail, takenAddressMail } from '../account-mails.ts'
import * as accounts from '../accounts.sql.ts'
import { deleteIdentitiesOfUser } from '../google/identities.sql.ts'
import { assertStrongPassword } from './assert-strong-password.ts'
import * as tokens from './email-tokens.sql.ts'
import { newUser } from './new-user.ts'

const CONFIRM_LIFETIME_MS = 24 * HOUR_MS
const RESET_LIFETIME_MS = HOUR_MS / 2
/** Longer than writing a mail to the outbox takes, so that the response time does not tell whether the email has an account. */
const MIN_RESPONSE_MS = 250

export const tooManyMails = () =>
  new AppError(429, 'RATE', 'We have sent several emails already. Please try again later.')
const invalidLink = () => invalid('This link is not valid any more. Please ask for a new one.')

/** Writes the confirmation mail of a user to the outbox. Returns false if the address has received too many mails. */
export async function queueConfirmation(
  tx: Db,
  ctx: Context,
  { id, email, username }: Pick<UserRow, 'id' | 'email' | 'username'>,
) {
  const token = createToken()
  const row = { hash: hashToken(token), purpose: 'confirm' as const, user_id: id, email }
  await tokens.insertToken(tx, row, CONFIRM_LIFETIME_MS)
  const mail = confirmationMail(ctx.config, { email, username }, token)
  const limits = MAIL_LIMITS.confirmation
  return queueLimitedMail(ctx, tx, { ...mail, userId: id, limits })
}

/** Sends the confirmation mail again. Throws RATE if the address has received too many mails. */
export async function requestConfirmation(ctx: Context, userId: string) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const user = (await accounts.lockUser(tx, userId)).rows[0]
    if (!user || user.email_confirmed_at !== null) return
    if (await queueConfirmation(tx, ctx, user)) return
    throw tooManyMails()
  })
}

interface Confirmation {
  token: string
  /** A new password for the account, if the link was opened without its session. */
  password?: string | undefined
}

/**
 * Confirms the email of a link, and sends it what an earlier email of the account has refused. Changes nothing if the email is confirmed already.
 * Without the account's session, another person may have signed up with the email: the sessions of the account end, and the link needs a new
 * password, which ends all other ways to sign in. Returns false if the password is missing. Throws INVALID if the link was used, has expired, or
 * the account has another email now, and for a password that is easy to guess.
 */
export async function confirmEmail(
  ctx: Context,
  { token, password }: Confirmation,
  { userId, ipKey }: Pick<Client, 'ipKey'> & { userId: string | null },
) {
  const [owner] = (await tokens.findUserOfToken(ctx.reader, hashToken(token), 'confirm')).rows
  if (!owner) throw invalidLink()
  if (owner.email_confirmed_at !== null) return true
  const isSignedIn = owner.user_id === userId
  if (!isSignedIn && password === undefined) {
    await endSessions(ctx, owner.user_id)
    return false
  }
  const passwordHash = isSignedIn
    ? undefined
    : await hashNewPassword(ctx, { password: password ?? '', user: owner, ipKey })
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const user = await redeemToken(tx, token, 'confirm')
    if (passwordHash !== undefined) {
      await tokens.deleteEmailTokensOfUser(tx, user.id)
      await endSessionsOf(tx, user.id)
      await deleteIdentitiesOfUser(tx, user.id)
      await accounts.setPassword(tx, user.id, passwordHash)
    }
    await accounts.confirmEmail(tx, user.id)
    await sendToConfirmedAddress(tx, user)
  })
  return true
}

const endSessions = (ctx: Context, userId: string) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    await accounts.lockUser(tx, userId)
    await endSessionsOf(tx, userId)
  })

interface NewPassword {
  password: string
  user: Pick<UserRow, 'email' | 'username'>
  ipKey: string
}

async function hashNewPassword(ctx: Context, { password, user, ipKey }: NewPassword) {
  await assertStrongPassword(ctx, password, user)
  return ctx.passwords.hash(password, ipKey)
}

/**
 * Sends a link to choose a new password, if the email has an account. Returns nothing and always takes a quarter of a second, so that the
 * response is the same for every email.
 */
export async function requestPasswordReset(ctx: Context, email: string, requester: ResetRequester) {
  await Promise.all([delay(MIN_RESPONSE_MS), queuePasswordReset(ctx, email, requester)])
}

interface ResetRequester {
  /** The id of the browser if it has signed in to the account before, otherwise null. */
  browserId: string | null
  addressKey: string
}

const queuePasswordReset = (
  ctx: Context,
  email: string,
  { browserId, addressKey }: ResetRequester,
) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return
    const token = createToken()
    const row = { hash: hashToken(token), purpose: 'reset' as const, user_id: user.id, email }
    await tokens.insertToken(tx, row, RESET_LIFETIME_MS)
    const isConfirmed = user.email_confirmed_at !== null
    const mail = passwordResetMail(ctx.config, { email, isConfirmed }, token)
    const limits = resetMailLimits(browserId, addressKey)
    await queueLimitedMail(ctx, tx, { ...mail, userId: user.id, limits })
  })

/**
 * Uses a reset link: sets the password of its account and ends all sessions. If the email was never confirmed, the account loses the email
 * instead, and a new account with the email gets the password. Throws INVALID if the link is not valid or the password easy to guess, or
 * UNAVAILABLE under overload.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
  { ipKey }: Pick<Client, 'ipKey'>,
) {
  const { rows } = await tokens.findUserOfToken(ctx.reader, hashToken(token), 'reset')
  if (!rows[0]) throw invalidLink()
  const passwordHash = await hashNewPassword(ctx, { password, user: rows[0], ipKey })

  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const user = await redeemToken(tx, token, 'reset')
    await tokens.deleteEmailTokensOfUser(tx, user.id)
    await endSessionsOf(tx, user.id)
    if (user.email_confirmed_at !== null) {
      await accounts.setPassword(tx, user.id, passwordHash)
      return
    }
    await accounts.releaseEmail(tx, user.id)
    await accounts.insertUser(tx, {
      ...newUser(ctx, { username: user.username, email: user.email }),
      password_hash: passwordHash,
      email_confirmed_at: ctx.now(),
    })
  })
}

/** Tells the owner of an email that someone tried to register with it. */
export async function notifyOwner(ctx: Context, email: string) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    if (!(await lockUserByEmail(tx, email))) return
    const mail = takenAddressMail(ctx.config, email)
    await queueLimitedMail(ctx, tx, { ...mail, limits: MAIL_LIMITS.taken })
  })
}

/**
 * Takes the email from an account that never confirmed it, because Google has verified another owner. The sessions of the account end, its
 * bookings stay. Returns false if the account keeps the email, because it is confirmed.
 */
export async function releaseUnconfirmedEmail(tx: Db, { id, email }: UserRow) {
  const { rows } = await accounts.releaseUnconfirmedEmail(tx, id, email)
  if (rows.length === 0) return false
  await tokens.deleteEmailTokensOfUser(tx, id)
  await endSessionsOf(tx, id)
  return true
}

/** Uses up the token of a link and locks its user. Throws INVALID if it is not valid, or the account has another email now. */
async function redeemToken(tx: Db, token: string, purpose: 'confirm' | 'reset') {
  const [row] = (await tokens.takeToken(tx, hashToken(token), purpose)).rows
  if (!row) throw invalidLink()
  const user = (await accounts.lockUser(tx, row.user_id)).rows[0]
  if (user?.email !== row.email) throw invalidLink()
  return user
}

async function lockUserByEmail(tx: Db, email: string) {
  const found = await accounts.userByEmail(tx, email)
  const user = found && (await accounts.lockUser(tx, found.id)).rows[0]
  return user?.email === email ? user : undefined
}
