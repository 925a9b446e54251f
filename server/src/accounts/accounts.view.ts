import type { User } from '@marquee/contract/accounts/accounts'
import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts/pictures'
import type { UserRow } from '../database/schema.ts'
import { isReleasedEmail } from './accounts.sql.ts'

/** The account as its owner sees it. */
export const userView = (row: UserRow): User => ({
  _id: row.id,
  username: row.username,
  email: isReleasedEmail(row.email) ? '' : row.email,
  emailConfirmed: row.email_confirmed_at !== null,
  phone: row.phone,
  phoneVerified: row.phone_verified === 1,
  profilePicture: row.picture ?? DEFAULT_PROFILE_PICTURE,
  hasPassword: row.password_hash !== null,
})
