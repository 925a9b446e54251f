import * as z from 'zod/mini'

const ENTER_EMAIL = 'Please enter a valid email address.'

export const MAX_EMAIL_LENGTH = 254

export const Email = z
  .string()
  .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, ENTER_EMAIL), z.email(ENTER_EMAIL))
