import { type User, updateUser } from '@marquee/contract/accounts'
import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/pictures'
import * as z from 'zod/mini'

const { username, email, profilePicture, password } = updateUser.body.shape
const Entry = z.object({
  username,
  email,
  phone: z.string(),
  profilePicture,
  password,
  currentPassword: z.string(),
})
export type ProfileForm = z.input<typeof Entry>

/** The e-mail and the password are what lets one in: changing them takes the password one has. */
export const needsCurrentPassword = (user: User, entry: Partial<ProfileForm>) =>
  user.hasPassword &&
  (Boolean(entry.password) || entry.email?.trim().toLowerCase() !== user.email.toLowerCase())

export const profileFormSchema = (user: User) =>
  Entry.check(
    z.refine((entry) => !needsCurrentPassword(user, entry) || entry.currentPassword !== '', {
      path: ['currentPassword'],
      message: 'Please enter your current password.',
    }),
  )

/** What the form starts with, and starts again with after an update. */
export const toFormValues = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? '',
  profilePicture: user.profilePicture === DEFAULT_PROFILE_PICTURE ? '' : user.profilePicture,
  password: '',
  currentPassword: '',
})

/**
 * What the server is sent: only what differs from the account as the form began with it, so that nothing is undone that has
 * been changed in another tab since; and the current password only where it is asked for.
 */
export function toAccountChanges(before: User, entry: ProfileForm) {
  const { username, email, phone, profilePicture, password, currentPassword } = entry
  const start = toFormValues(before)
  return {
    ...(username === start.username ? {} : { username }),
    ...(email === start.email ? {} : { email }),
    ...(phone.trim() === start.phone ? {} : { phone: phone.trim() || null }),
    ...(profilePicture === start.profilePicture ? {} : { profilePicture }),
    ...(password ? { password } : {}),
    ...(needsCurrentPassword(before, entry) ? { currentPassword } : {}),
  }
}
