import { ApiError } from '@marquee/browser/api.ts'
import { BOOKING_NOT_FOUND } from '@marquee/contract/booking-reference'
import type { Booking } from '@marquee/contract/bookings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fetchBookings } from './fetch-bookings.ts'
import { useAccountEvents } from './use-account-events.ts'

export const bookingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['bookings', userId],
    queryFn: ({ signal }) => fetchBookings(userId, signal),
    // Always fetched again: a booking may have been created in this or another tab.
    staleTime: 0,
    // An error is shown at once, with Try Again.
    retry: false,
  })

/** The bookings of the account, fetched again when one of them has changed. */
export function useBookings(userId: string) {
  const query = bookingsQuery(userId)
  useAccountEvents(query.queryKey)
  return useQuery(query)
}

export interface OwnReference {
  userId: string
  reference: string
}

/** One booking of the account. The error is NOT_FOUND if it has none with this reference. */
export function useOwnBooking({ userId, reference }: OwnReference) {
  const query = bookingsQuery(userId)
  useAccountEvents(query.queryKey)
  const select = useCallback((bookings: Booking[]) => findBooking(bookings, reference), [reference])
  return useQuery({ ...query, select })
}

function findBooking(bookings: Booking[], reference: string) {
  const booking = bookings.find(({ bookingReference }) => bookingReference === reference)
  if (!booking) throw new ApiError(404, 'NOT_FOUND', BOOKING_NOT_FOUND)
  return booking
}
