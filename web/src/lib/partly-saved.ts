import { fieldErrors } from '@marquee/browser/api.ts'
import { GOOGLE_SIGN_IN_NEEDED } from '@marquee/contract/google'

/** Whether the server has refused the email and the password of a profile update, and saved its other fields. */
export const isPartlySaved = (error: Error) =>
  fieldErrors(error).currentPassword !== undefined || error.message === GOOGLE_SIGN_IN_NEEDED
