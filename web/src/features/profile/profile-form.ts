import { type User, updateUser } from '@marquee/contract/accounts'
import * as z from 'zod/mini'
import { strongPassword } from '#lib/strong-password.ts'

const { username, email, password } = updateUser.body.shape
const ProfileFormFields = z.object({
  username,
  email,
  phone: z.string(),
  password,
  currentPassword: z.string(),
})
export type ProfileForm = z.input<typeof ProfileFormFields>

/** Changing the email or the password takes the current password, if the account has one. */
export const needsCurrentPassword = (user: User, form: Partial<ProfileForm>) =>
  user.hasPassword &&
  (Boolean(form.password) || form.email?.trim().toLowerCase() !== user.email.toLowerCase())

export const profileFormSchema = (user: User) =>
  ProfileFormFields.check(
    strongPassword(),
    z.refine((form) => !needsCurrentPassword(user, form) || form.currentPassword !== '', {
      path: ['currentPassword'],
      message: 'Please enter your current password.',
    }),
  )

/** Returns the initial values of the form. */
export const toFormValues = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? '',
  password: '',
  currentPassword: '',
})

/**
 * Returns only the fields that differ from the account the form was filled with, so that changes made in
 * another tab are kept. Contains the current password only if it is required.
 */
export function toAccountChanges(initial: User, form: ProfileForm) {
  const { username, email, phone, password, currentPassword } = form
  const values = toFormValues(initial)
  return {
    ...(username === values.username ? {} : { username }),
    ...(email === values.email ? {} : { email }),
    ...(phone.trim() === values.phone ? {} : { phone: phone.trim() || null }),
    ...(password ? { password } : {}),
    ...(needsCurrentPassword(initial, form) ? { currentPassword } : {}),
  }
}
