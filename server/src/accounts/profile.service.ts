import type { updateUser } from '@marquee/contract/accounts'
import type { CallInput } from '@marquee/contract/endpoint'
import { INVALID_PHONE, isPhone } from '@marquee/contract/phone'
import { normalizePictureUrl } from '@marquee/contract/pictures'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { Context } from '../context.ts'
import type { UserRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { forbidden, invalid, unauthenticated } from '../errors.ts'
import { releaseAllHolds } from '../inventory/expiry.service.ts'
import { rejectTakenEmail } from './accounts.service.ts'
import * as accounts from './accounts.sql.ts'
import { userView } from './accounts.view.ts'
import { replaceSessions } from './sessions.service.ts'

type Changes = CallInput<typeof updateUser>['body']

/**
 * Updates an account. A change of email or password needs the current password and ends all sessions: the caller continues with
 * the returned new session. Throws INVALID for an invalid phone, FORBIDDEN, EMAIL_TAKEN, UNAVAILABLE.
 */
export async function updateAccount(ctx: Context, userId: string, changes: Changes) {
  const before = await accounts.userById(ctx.reader, userId)
  if (!before) throw unauthenticated(SESSION_ENDED)
  const isSensitive = changesCredentials(before, changes)
  if (isSensitive) await verifyCurrentPassword(ctx, before, changes.currentPassword)
  const columns = await changedColumns(ctx, before, changes)

  return rejectTakenEmail(() =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      const after = await accounts.updateUser(tx, before, columns)
      if (!after) throw forbidden('Your account has just been changed. Please try again.')
      const session = isSensitive ? await replaceSessions(tx, userId) : null
      return { user: userView(after), session }
    }),
  )
}

/** Deletes the account and the personal data in its bookings. The booked seats stay sold. */
export async function deleteAccount(
  ctx: Context,
  { userId, holder }: { userId: string; holder: string },
) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await accounts.lockUserForRemoval(tx, userId)
    await accounts.clearVehicleNumbers(tx, userId)
    await accounts.anonymizeBookings(tx, userId)
    await accounts.deleteTokensOfUser(tx, userId)
    await accounts.deleteUser(tx, userId)
  })
  await releaseAllHolds(ctx, holder)
}

const changesCredentials = (before: UserRow, { email = before.email, password }: Changes) =>
  Boolean(password) || email !== before.email

async function verifyCurrentPassword(
  { passwords }: Context,
  { password_hash }: UserRow,
  currentPassword: string | undefined,
) {
  if (password_hash === null) return
  if (!currentPassword) {
    throw forbidden('Please enter your current password to change your email or password.')
  }
  if (!(await passwords.verify(currentPassword, password_hash))) {
    throw forbidden('Your current password is wrong.')
  }
}

/** Returns only the columns that change, so that concurrent updates of other columns are kept. */
async function changedColumns({ passwords }: Context, before: UserRow, changes: Changes) {
  const { username, email, phone, profilePicture, password } = changes
  const columns: Partial<UserRow> = {}
  if (username !== undefined && username !== before.username) columns.username = username
  if (email !== undefined && email !== before.email) columns.email = email
  if (phone !== undefined && (phone || null) !== before.phone) {
    if (phone && !isPhone(phone)) throw invalid(INVALID_PHONE)
    columns.phone = phone || null
    columns.phone_verified = 0
  }
  if (profilePicture !== undefined) columns.picture = normalizePictureUrl(profilePicture)
  if (password) columns.password_hash = await passwords.hash(password)
  return columns
}
