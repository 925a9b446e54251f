import type { Context } from '#src/context.ts'
import type { UserRow } from '#src/database/schema.ts'

/** The row of a new account: without a password, and with an email that is not confirmed. */
export const newUser = (
  { now }: Context,
  { username, email }: Pick<UserRow, 'username' | 'email'>,
): UserRow => ({
  id: crypto.randomUUID(),
  username,
  email,
  password_hash: null,
  phone: null,
  phone_verified: 0,
  picture: null,
  created_at: now(),
  email_confirmed_at: null,
})
