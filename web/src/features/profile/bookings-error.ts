import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { errorMessage, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'

/** Specification §8. */
export function bookingsErrorMessage(error: Error) {
  if (isSessionRefusal(error)) return SESSION_ENDED
  return errorMessage(error) ?? 'Failed to fetch bookings'
}

/** True if signing in again can help (specification §2). */
export const isSessionMessage = (message: string) =>
  /session.*expired|expired.*session|authenticat/i.test(message)
