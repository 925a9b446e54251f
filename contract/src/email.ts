import * as z from 'zod/mini'

const ENTER_EMAIL = 'Please enter a valid e-mail address.'

export const Email = z.string().check(z.trim(), z.maxLength(254, ENTER_EMAIL), z.email(ENTER_EMAIL))
