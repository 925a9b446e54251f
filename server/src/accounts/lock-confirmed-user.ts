import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { lockUsers } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { forbidden, unauthenticated } from '../errors.ts'

/** Locks a user until the transaction ends. Throws UNAUTHENTICATED if the account is gone, FORBIDDEN without a confirmed email. */
export async function lockConfirmedUser(tx: Db, userId: string) {
  const [user] = (await lockUsers(tx, [userId])).rows
  if (!user) throw unauthenticated(SESSION_ENDED)
  if (user.email_confirmed_at === null) throw forbidden('Please confirm your email first.')
}
