import { GOOGLE_SIGN_IN_NEEDED } from '@marquee/contract/accounts/google'
import { fieldErrors } from '@marquee/ui-kit/lib/api.ts'

/** Whether the server has refused the email and the password of a profile update, and saved its other fields. */
export const isPartlySaved = (error: Error) =>
  fieldErrors(error).currentPassword !== undefined || error.message === GOOGLE_SIGN_IN_NEEDED
