import { errorMessage, isSessionRefusal } from '@marquee/browser/api.ts'
import { SESSION_ENDED } from '@marquee/contract/session'
import { useQuery } from '@tanstack/react-query'
import { fetchBookings } from '#lib/fetch-bookings.ts'
import { useAccountEvents } from '#lib/use-account-events.ts'

/** The bookings of the account, fetched again when one of them has changed. */
export function useBookings(userId: string) {
  useAccountEvents(['bookings', userId])
  return useQuery({
    queryKey: ['bookings', userId],
    queryFn: ({ signal }) => fetchBookings(userId, signal),
    // Always fetched again: a booking may have been created in this or another tab.
    staleTime: 0,
    // An error is shown at once, with Try Again.
    retry: false,
  })
}

/** Specification §8. */
export function bookingsErrorMessage(error: Error) {
  if (isSessionRefusal(error)) return SESSION_ENDED
  return errorMessage(error) ?? 'Failed to fetch bookings'
}

/** True if signing in again can help (specification §2). */
export const isSessionMessage = (message: string) =>
  /session.*expired|expired.*session|authenticat/i.test(message)
