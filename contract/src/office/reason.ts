import * as z from 'zod/mini'
import { singleLine } from '../text/one-line.ts'

const NO_REASON = 'Please give a reason.'
const LONG_REASON = 'Please give a reason of at most 200 characters.'

/** Why staff does something. It is written to the audit, so it must not name visitors. */
export const Reason = z
  .string(NO_REASON)
  .check(z.trim(), z.minLength(1, NO_REASON), z.maxLength(200, LONG_REASON), singleLine('reason'))
