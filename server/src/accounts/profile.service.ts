import type { updateUser } from '@marquee/contract/accounts'
import type { Call } from '@marquee/contract/endpoint'
import { INVALID_PHONE, isPhone } from '@marquee/contract/phone'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { Context } from '../context.ts'
import type { UserRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { forbidden, invalid, unauthenticated } from '../errors.ts'
import { releaseAll } from '../inventory/holds.service.ts'
import * as accounts from './accounts.sql.ts'
import { userView } from './accounts.view.ts'
import { refusingTakenEmail } from './email-taken.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { pictureFrom } from './picture-from.ts'
import { startAfresh } from './sessions.service.ts'

type Changes = Call<typeof updateUser>['body']

/**
 * Changes an account. Another e-mail or password needs the current password and ends every session; the caller goes on in
 * the new one that is answered. Throws INVALID for a phone that is none, FORBIDDEN, EMAIL_TAKEN, UNAVAILABLE.
 */
export async function updateAccount(ctx: Context, userId: string, changes: Changes) {
  const before = await accounts.userById(ctx.reader, userId)
  if (!before) throw unauthenticated(SESSION_ENDED)
  const isSensitive = changesIdentity(before, changes)
  if (isSensitive) await refuseUnproven(before, changes.currentPassword)
  const columns = await columnsOf(before, changes)

  return refusingTakenEmail(() =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      const after = await accounts.changeUser(tx, before, columns)
      if (!after) throw forbidden('Your account has just been changed. Please try again.')
      const session = isSensitive ? await startAfresh(tx, userId) : null
      return { user: userView(after), session }
    }),
  )
}

/** Removes a person from the books: what was sold stays sold, and nobody can tell to whom. */
export async function deleteAccount(
  ctx: Context,
  { userId, holder }: Record<'userId' | 'holder', string>,
) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await accounts.lockUser(tx, userId)
    await accounts.forgetVehicles(tx, userId)
    await accounts.forgetBuyer(tx, userId)
    await accounts.forgetTokensOf(tx, userId)
    await accounts.removeUser(tx, userId)
  })
  await releaseAll(ctx, holder)
}

const changesIdentity = (before: UserRow, { email = before.email, password }: Changes) =>
  Boolean(password) || email !== before.email

async function refuseUnproven({ password_hash }: UserRow, currentPassword: string | undefined) {
  if (password_hash === null) return
  if (!currentPassword) {
    throw forbidden('Please enter your current password to change your e-mail or password.')
  }
  if (!(await isPassword(currentPassword, password_hash))) {
    throw forbidden('Your current password is not right.')
  }
}

/** Only what was sent and differs: whatever else is changed at the same moment stays as it is. */
async function columnsOf(before: UserRow, changes: Changes) {
  const { username, email, phone, profilePicture, password } = changes
  const columns: Partial<UserRow> = {}
  if (username !== undefined && username !== before.username) columns.username = username
  if (email !== undefined && email !== before.email) columns.email = email
  if (phone !== undefined && (phone || null) !== before.phone) {
    if (phone && !isPhone(phone)) throw invalid(INVALID_PHONE)
    columns.phone = phone || null
    columns.phone_verified = 0
  }
  if (profilePicture !== undefined) columns.picture = pictureFrom(profilePicture)
  if (password) columns.password_hash = await hashPassword(password)
  return columns
}
