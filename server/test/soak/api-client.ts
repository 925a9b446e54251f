import { signUpAndSignIn } from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import type { OperationLog } from './operation-log.ts'

/** Several visitors, each with their own holds, may share an account. */
export interface Account {
  userId: string
  cookie: string
  /** Whether the email is confirmed. */
  isConfirmed: boolean
}

/** Signs up and in from an address of its own, because sign-ups are limited by address. */
export async function createAccount({ url }: { url: string }, n: number): Promise<Account> {
  const client = createHttpClient(url, `10.2.${n >> 8}.${n & 255}`)
  const userId = await signUpAndSignIn(client, `buyer${n}@example.com`)
  return { userId, cookie: client.cookie('marquee_access_test'), isConfirmed: false }
}

/** Wraps `fetch` and records server errors, except 503 with Retry-After. */
export const createRecordingFetch =
  (log: Pick<OperationLog, 'violations'>): typeof fetch =>
  async (...args) => {
    const response = await fetch(...args)
    const { status, headers } = response
    const isUnavailable = status === 503 && headers.has('retry-after')
    if (status >= 500 && !isUnavailable) {
      const text = await response.clone().text()
      log.violations.push({
        rule: 'expected answers only',
        detail: `${String(args[0])} was answered with ${status}: ${text}`,
      })
    }
    return response
  }
