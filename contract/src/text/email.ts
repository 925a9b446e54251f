import * as z from 'zod/mini'

export const INVALID_EMAIL = 'Please enter a valid email address.'

export const MAX_EMAIL_LENGTH = 254

export const Email = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAIL), z.email(INVALID_EMAIL))
