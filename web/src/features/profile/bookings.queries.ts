import { seatFrom, slotFrom } from '@marquee/contract/aliases'
import { type Booking, listBookings } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import { useQuery } from '@tanstack/react-query'
import { callAsUser, errorMessage, isSessionRefusal } from '#lib/api.ts'

export const useBookings = (userId: string) =>
  useQuery({
    queryKey: ['bookings', userId],
    queryFn: async ({ signal }) => {
      const bookings = await callAsUser(listBookings, { params: { userId } }, userId, signal)
      return bookings.map(bookingFrom)
    },
    // A booking made a moment ago, here or in another tab, is what one comes to see.
    staleTime: 0,
  })

const bookingFrom = (booking: Booking): Booking => ({
  ...booking,
  seats: booking.seats.map(seatFrom),
  parkingSlots: (booking.parkingSlots ?? []).map(slotFrom),
})

/** The sentence for a list that did not come (specification, section 8). */
export function bookingsFailure(error: Error) {
  if (isSessionRefusal(error)) return SESSION_ENDED
  return errorMessage(error) ?? 'Failed to fetch bookings'
}

/** Whether the sentence is one that only signing in again cures. */
export const asksForSignIn = (message: string) =>
  /session.*expired|expired.*session|authenticat/i.test(message)
