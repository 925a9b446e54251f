import type { User } from '@marquee/contract/accounts/accounts'

export interface ProfileForm {
  username: string
  email: string
  phone: string
  password: string
  currentPassword: string
}

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
 * another tab are kept.
 */
export function toAccountChanges(initial: User, form: ProfileForm) {
  const { username, email, phone, password, currentPassword } = form
  const values = toFormValues(initial)
  return {
    ...(username === values.username ? {} : { username }),
    ...(email === values.email ? {} : { email }),
    ...(phone.trim() === values.phone ? {} : { phone: phone.trim() || null }),
    ...(password ? { password } : {}),
    ...(currentPassword ? { currentPassword } : {}),
  }
}

/** The account after the server has refused the email and the password of the form, and saved its other fields. */
export const withSavedFields = (initial: User, { username, phone }: ProfileForm): User => ({
  ...initial,
  username,
  phone: phone.trim() || null,
})
