import { DEFAULT_PROFILE_PICTURE, type User, updateUser } from '@marquee/contract/accounts'
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
export type ProfileEntry = z.input<typeof Entry>

/** The e-mail and the password are what lets one in: changing them takes the password one has. */
export const needsCurrentPassword = (user: User, entry: Partial<ProfileEntry>) =>
  user.hasPassword &&
  (Boolean(entry.password) || entry.email?.trim().toLowerCase() !== user.email.toLowerCase())

export const profileEntry = (user: User) =>
  Entry.check(
    z.refine((entry) => !needsCurrentPassword(user, entry) || entry.currentPassword !== '', {
      path: ['currentPassword'],
      message: 'Please enter your current password.',
    }),
  )

/** What the form starts with, and starts again with after an update. */
export const entryOf = (user: User): ProfileEntry => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? '',
  profilePicture: user.profilePicture === DEFAULT_PROFILE_PICTURE ? '' : user.profilePicture,
  password: '',
  currentPassword: '',
})

/** What the server is sent: nothing empty, the picture if it is another one, and the current password only where it is asked for. */
export function changesOf(user: User, entry: ProfileEntry) {
  const { currentPassword, password, phone, profilePicture, ...named } = entry
  return {
    ...named,
    phone: phone.trim() || null,
    ...(profilePicture === entryOf(user).profilePicture ? {} : { profilePicture }),
    ...(password ? { password } : {}),
    ...(needsCurrentPassword(user, entry) ? { currentPassword } : {}),
  }
}
