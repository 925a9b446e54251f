import { createHmac, randomInt } from 'node:crypto'
import { PHONE_CODE_LENGTH } from '@marquee/contract/accounts/phone-verification'
import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { forbidden, invalid, unauthenticated } from '#src/errors.ts'
import { MAIL_LIMITS } from '#src/messages/mail/mail-limits.service.ts'
import { queueLimitedMail } from '#src/messages/mail/outbox.service.ts'
import { phoneCodeMail } from '../account-mails.ts'
import * as accounts from '../accounts.sql.ts'
import { userView } from '../accounts.view.ts'
import { tooManyMails } from '../sign-in/email-proof.service.ts'
import * as codes from './phone-codes.sql.ts'

const CODE_LIFETIME_MS = 10 * 60 * 1000
const MAX_ATTEMPTS = 5

/**
 * Sends a code to the confirmed email of the user, because the demo sends no text messages. It replaces an earlier code. Throws INVALID
 * without a phone number, FORBIDDEN without a confirmed email, RATE if the email has received too many mails.
 */
export async function requestPhoneCode(ctx: Context, userId: string) {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const { email, phone, email_confirmed_at } = await lockUser(tx, userId)
    if (phone === null) throw invalid('Please save your phone number first.')
    if (email_confirmed_at === null) throw forbidden('Please confirm your email first.')
    const code = String(randomInt(10 ** PHONE_CODE_LENGTH)).padStart(PHONE_CODE_LENGTH, '0')
    const codeHash = hashCode(ctx, { userId, code })
    await codes.upsertCode(tx, { userId, codeHash, lifetimeMs: CODE_LIFETIME_MS })
    const content = phoneCodeMail(ctx.config, email, code)
    const mail = { ...content, userId, limits: MAIL_LIMITS.code }
    if (!(await queueLimitedMail(ctx, tx, mail))) throw tooManyMails()
  })
}

/** Marks the phone number of the user as verified. Throws INVALID for a wrong or expired code, and after five wrong ones. */
export async function verifyPhone(ctx: Context, userId: string, code: string) {
  const user = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    // The lock keeps the phone number as it is. Its change deletes the code.
    await lockUser(tx, userId)
    const { rows } = await codes.countAttempt(tx, userId, MAX_ATTEMPTS)
    if (rows[0]?.code_hash !== hashCode(ctx, { userId, code })) return null
    await codes.deleteCode(tx, userId)
    return accounts.setPhoneVerified(tx, userId)
  })
  // After the commit, so that the attempt counts.
  if (!user) throw invalid('This code is wrong or has expired. Check it, or ask for a new one.')
  return userView(user)
}

async function lockUser(tx: Db, userId: string) {
  const { rows } = await accounts.lockUser(tx, userId)
  if (!rows[0]) throw unauthenticated(SESSION_ENDED)
  return rows[0]
}

/** Returns what is stored for a code. The key prevents that a reader of the database tries all codes. */
const hashCode = ({ secret }: Context, { userId, code }: { userId: string; code: string }) =>
  createHmac('sha256', secret).update(`phone code ${userId} ${code}`).digest('base64url')
