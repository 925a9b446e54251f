import * as z from 'zod/mini'

export const Email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.email('Please enter a valid e-mail address.'))
