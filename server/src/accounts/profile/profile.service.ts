import type { updateUser } from '@marquee/contract/accounts/accounts'
import { GOOGLE_SIGN_IN_NEEDED } from '@marquee/contract/accounts/google'
import {
  INVALID_PICTURE,
  normalizePictureUrl,
  PICTURES_PATH,
} from '@marquee/contract/accounts/pictures'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import type { Context } from '#src/context.ts'
import { eraseDeletedRows } from '#src/database/erase.ts'
import type { Db, UserRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { forbidden, invalid, unauthenticated } from '#src/errors.ts'
import {
  type ActiveSession,
  type Client,
  isRecentSession,
  replaceSessions,
} from '#src/http/session/sessions.service.ts'
import { forgetAccount } from '#src/inventory/commands/adopt.ts'
import { releaseAllHolds } from '#src/inventory/holds/holds.service.ts'
import { findShowtimesOfAccount } from '#src/inventory/selections/selections.service.ts'
import { inShowtimes } from '#src/inventory/showtimes.ts'
import { deleteMailFiles } from '#src/messages/mail/mail-files.ts'
import { MAIL_LIMITS } from '#src/messages/mail/mail-limits.service.ts'
import {
  anonymizeMailsOf,
  queueLimitedMail,
  queueMails,
} from '#src/messages/mail/outbox.service.ts'
import { leaveAllQueues } from '#src/waiting-room/positions.service.ts'
import { deletionMail } from '../account-mails.ts'
import * as accounts from '../accounts.sql.ts'
import { userView } from '../accounts.view.ts'
import { rejectTakenEmail } from '../sign-in/accounts.service.ts'
import { assertStrongPassword } from '../sign-in/assert-strong-password.ts'
import { queueConfirmation } from '../sign-in/email-proof.service.ts'
import { deleteCode } from './phone-codes.sql.ts'
import { deletePicture } from './pictures.sql.ts'

/** Refuses a new email or password without the current password when the sign-in is not recent. */
const CURRENT_PASSWORD_NEEDED =
  'Please enter your current password to change your email or password.'

/** A sign-in permits a change of email or password for this long. */
const RECENT_SIGN_IN_MS = 5 * 60 * 1000

type ProfileChanges = CallInput<typeof updateUser>['body']

/**
 * Updates an account. A change of email or password needs a recent sign-in or the current password: without them it is refused, and the other
 * changes are saved. It ends all sessions: the caller continues with the returned new one. Throws INVALID for a password that is easy to
 * guess, FORBIDDEN, EMAIL_TAKEN, UNAUTHENTICATED, UNAVAILABLE.
 */
export async function updateAccount(
  ctx: Context,
  {
    userId,
    sessionId,
    changes,
  }: Pick<ActiveSession, 'userId' | 'sessionId'> & { changes: ProfileChanges },
  client: Client,
) {
  const before = await accounts.userById(ctx.reader, userId)
  if (!before) throw unauthenticated(SESSION_ENDED)
  const isSensitive = changesCredentials(before, changes)
  const columns = changedColumns(before, changes)
  const { currentPassword, password } = changes
  const { ipKey } = client
  if (password) await assertStrongPassword(ctx, password, { ...before, ...columns })
  const refusal =
    isSensitive && (await findProofRefusal(ctx, before, { sessionId, currentPassword, ipKey }))
  if (refusal) {
    const { email: _email, password: _password, ...others } = changes
    await saveColumns(ctx, before, changedColumns(before, others))
    throw refusal
  }
  if (password) columns.password_hash = await ctx.passwords.hash(password, ipKey)

  return rejectTakenEmail(() =>
    inTransaction(ctx.db, { durable: true }, async (tx) => {
      const after = await writeColumns(tx, before, columns)
      if (columns.email) {
        await queueConfirmation(tx, ctx, after)
        await accounts.clearContactEmails(tx, userId)
      }
      const session = isSensitive ? await replaceSessions(tx, userId, client) : null
      return { user: userView(after), session }
    }),
  )
}

async function saveColumns({ db }: Context, before: UserRow, columns: Partial<UserRow>) {
  if (Object.keys(columns).length === 0) return
  await inTransaction(db, { durable: true }, (tx) => writeColumns(tx, before, columns))
}

async function writeColumns(tx: Db, before: UserRow, columns: Partial<UserRow>) {
  const after = await accounts.updateUser(tx, before, columns)
  if (!after) throw forbidden('Your account has just been changed. Please try again.')
  if (columns.email || columns.phone !== undefined) await deleteCode(tx, before.id)
  if (columns.picture !== undefined) await deletePicture(tx, before.id)
  return after
}

/**
 * Deletes the account with its mails, the enquiries of its confirmed email, and the personal data in its bookings, and releases its holds in
 * all browsers. The booked seats stay sold.
 */
export async function deleteAccount(
  ctx: Context,
  { userId, visitorId }: { userId: string; visitorId: string },
) {
  await leaveAllQueues(ctx, userId)
  const showtimeIds = await findShowtimesOfAccount(ctx.reader, userId)
  const deleted = await inShowtimes(ctx, showtimeIds, async (unit) => {
    const { tx } = unit
    await accounts.lockUserForRemoval(tx, userId)
    const user = await accounts.userById(tx, userId)
    if (!user) return { mailIds: [], enquiries: [] }
    const removedMails = await anonymizeMailsOf(ctx, tx, user)
    const notice = deletionMail(ctx.config, user.email)
    let enquiries: { id: string }[] = []
    if (user.email_confirmed_at === null) {
      // The email may be of another person.
      await queueLimitedMail(ctx, tx, { ...notice, limits: MAIL_LIMITS.deletion })
    } else {
      enquiries = (await accounts.deleteEnquiriesOfEmail(tx, user.email)).rows
      await queueMails(tx, [notice])
    }
    await accounts.clearVehicleNumbersOfUser(tx, userId)
    await accounts.anonymizeBookings(tx, userId)
    for (const showtimeId of showtimeIds)
      unit.accept(showtimeId, forgetAccount(unit.state(showtimeId), { account: userId }))
    await accounts.anonymizeClaims(tx, userId)
    await accounts.deleteTokensOfUser(tx, userId)
    await accounts.deleteUser(tx, userId)
    return { mailIds: removedMails, enquiries }
  })
  for (const { id } of deleted.enquiries) ctx.events.emit('enquiriesChanged', id)
  await deleteMailFiles(ctx.config.mailDir, deleted.mailIds)
  await eraseDeletedRows(ctx.db)
  await releaseAllHolds(ctx, visitorId)
}

const changesCredentials = (before: UserRow, { email = before.email, password }: ProfileChanges) =>
  Boolean(password) || email !== before.email

interface OwnerProof {
  sessionId: string
  currentPassword: string | undefined
  ipKey: string
}

/** The current password, if it is sent, must be right. Without it, the sign-in must be recent. */
async function findProofRefusal(
  ctx: Context,
  { password_hash }: UserRow,
  { sessionId, currentPassword, ipKey }: OwnerProof,
) {
  if (currentPassword && password_hash !== null) {
    const isRight = await ctx.passwords.verify(currentPassword, password_hash, ipKey)
    return isRight ? undefined : passwordRefusal('Your current password is wrong.')
  }
  if (await isRecentSession(ctx, sessionId, RECENT_SIGN_IN_MS)) return
  // Without a password, only Google can have started the session.
  return password_hash === null
    ? forbidden(GOOGLE_SIGN_IN_NEEDED)
    : passwordRefusal(CURRENT_PASSWORD_NEEDED)
}

const passwordRefusal = (message: string) =>
  forbidden(message, { fields: { currentPassword: message } })

/** Returns only the columns that change, so that concurrent updates of other columns are kept. */
function changedColumns(before: UserRow, changes: ProfileChanges) {
  const { username, email, phone, profilePicture } = changes
  const columns: Partial<UserRow> = {}
  if (username !== undefined && username !== before.username) columns.username = username
  if (email !== undefined && email !== before.email) {
    Object.assign(columns, { email, email_confirmed_at: null })
  }
  if (phone !== undefined && (phone || null) !== before.phone) {
    columns.phone = phone || null
    columns.phone_verified = 0
  }
  if (profilePicture !== undefined && profilePicture !== before.picture) {
    // A client may send the path of its own picture back, but not that of another one.
    if (profilePicture.startsWith(PICTURES_PATH)) throw invalid(INVALID_PICTURE)
    columns.picture = normalizePictureUrl(profilePicture)
  }
  return columns
}
