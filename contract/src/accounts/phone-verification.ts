import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { User } from './accounts.ts'

/** Digits. */
export const PHONE_CODE_LENGTH = 6
const INVALID_CODE = 'Please enter the six digits of the code.'

/** Sends a code to the confirmed email of the signed-in user. */
export const requestPhoneCode = endpoint({
  method: 'POST',
  path: '/api/user/phone-code',
  response: SuccessResponse,
})

/** Marks the phone number of the signed-in user as verified. Returns the user. */
export const verifyPhone = endpoint({
  method: 'POST',
  path: '/api/user/verify-phone',
  body: z.object({
    code: z
      .string(INVALID_CODE)
      .check(z.trim(), z.length(PHONE_CODE_LENGTH, INVALID_CODE), z.regex(/^\d*$/, INVALID_CODE)),
  }),
  response: User,
})
