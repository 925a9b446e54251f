import { GOOGLE_MESSAGES, type GoogleResult } from '@marquee/contract/accounts/google'
import type { ErrorCode } from '@marquee/contract/calls/errors'
import { AppError } from '#src/errors.ts'

const STATUS_AND_CODE = {
  refused: [401, 'UNAUTHENTICATED'],
  unverified: [401, 'UNAUTHENTICATED'],
  unavailable: [503, 'UNAVAILABLE'],
  link: [409, 'LINK_REQUIRED'],
  taken: [409, 'EMAIL_TAKEN'],
} as const satisfies Partial<Record<GoogleResult, readonly [number, ErrorCode]>>

type Failure = keyof typeof STATUS_AND_CODE

/** A failed Google sign-in. API clients get it as an error response; browsers are redirected to the sign-in page with `result`. */
export class GoogleSignInError extends AppError {
  readonly result: Failure

  constructor(result: Failure) {
    const [statusCode, code] = STATUS_AND_CODE[result]
    super(statusCode, code, GOOGLE_MESSAGES[result])
    this.result = result
  }
}
