import { normalizeSeat, normalizeSlot } from '@marquee/contract/aliases'
import { type Booking, listBookings } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import { useQuery } from '@tanstack/react-query'
import { callAsUser, errorMessage, isSessionRefusal } from '#lib/api.ts'

export const useBookings = (userId: string) =>
  useQuery({
    queryKey: ['bookings', userId],
    queryFn: async ({ signal }) => {
      const bookings = await callAsUser(listBookings, { params: { userId } }, userId, signal)
      return bookings.map(normalizeBooking)
    },
    // Always fetched again: a booking may have been created in this or another tab.
    staleTime: 0,
    // An error is shown at once, with Try Again.
    retry: false,
  })

const normalizeBooking = (booking: Booking): Booking => ({
  ...booking,
  seats: booking.seats.map(normalizeSeat),
  parkingSlots: (booking.parkingSlots ?? []).map(normalizeSlot),
})

/** Specification §8. */
export function bookingsErrorMessage(error: Error) {
  if (isSessionRefusal(error)) return SESSION_ENDED
  return errorMessage(error) ?? 'Failed to fetch bookings'
}

/** True if signing in again can help (specification §2). */
export const isSessionMessage = (message: string) =>
  /session.*expired|expired.*session|authenticat/i.test(message)
