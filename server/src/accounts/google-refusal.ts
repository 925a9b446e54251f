import type { ErrorCode } from '@marquee/contract/errors'
import { GOOGLE_WORDS, type GoogleReturn } from '@marquee/contract/google'
import { AppError } from '../errors.ts'

const ANSWERS = {
  refused: [401, 'UNAUTHENTICATED'],
  unverified: [401, 'UNAUTHENTICATED'],
  away: [503, 'UNAVAILABLE'],
  link: [409, 'LINK_REQUIRED'],
  taken: [409, 'EMAIL_TAKEN'],
} as const satisfies Partial<Record<GoogleReturn, readonly [number, ErrorCode]>>

/** Nobody comes in by Google this time. A program reads it as any refusal, a person on the page that `end` leads to. */
export class GoogleRefusal extends AppError {
  readonly end: keyof typeof ANSWERS

  constructor(end: keyof typeof ANSWERS) {
    const [statusCode, code] = ANSWERS[end]
    super(statusCode, code, GOOGLE_WORDS[end])
    this.end = end
  }
}
