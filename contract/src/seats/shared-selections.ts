import * as z from 'zod/mini'
import { singleLine } from '../text/one-line.ts'

export const FriendName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(30), singleLine('name'))

/** The secret at the end of the link, behind `#`. It reaches no log. */
export const ShareToken = z.string().check(z.regex(/^[\w-]{32}$/))
export const shareHash = (token: string) => `#together=${token}`
