import { normalizeSeat, normalizeSlot } from '@marquee/contract/aliases'
import { type Booking, listBookings } from '@marquee/contract/bookings'
import { callAsUser } from './api.ts'

/** Fetches all bookings of the signed-in user. */
export async function fetchBookings(userId: string, signal?: AbortSignal) {
  const bookings = await callAsUser(listBookings, { params: { userId } }, userId, signal)
  return bookings.map(normalizeBooking)
}

const normalizeBooking = (booking: Booking): Booking => ({
  ...booking,
  seats: booking.seats.map(normalizeSeat),
  parkingSlots: (booking.parkingSlots ?? []).map(normalizeSlot),
})
