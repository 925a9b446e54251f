import { BOOKINGS_PER_PAGE, type Booking, listBookings } from '@marquee/contract/bookings/bookings'
import { normalizeSeat, normalizeSlot } from '@marquee/contract/movies/aliases'
import { callAsUser } from './api.ts'

/** Fetches the first bookings of the signed-in user, those that are not over before the others. */
export const fetchBookings = (userId: string, signal?: AbortSignal) =>
  fetchBookingPage({ userId }, signal)

export interface BookingPage {
  userId: string
  /** The id of the last booking of the page before. Undefined: the first page. */
  before?: string | undefined
}

/** Fetches one page of the list. */
export async function fetchBookingPage({ userId, before }: BookingPage, signal?: AbortSignal) {
  const input = { params: { userId }, querystring: { before } }
  const bookings = await callAsUser(listBookings, input, userId, signal)
  return bookings.map(normalizeBooking)
}

/**
 * Returns the id of the booking after which the page after `page` begins. Undefined if there are no more, or if the server ignores `before`
 * and has sent the same bookings again.
 */
export const nextPageAfter = (page: readonly Booking[], before?: string) =>
  page.length < BOOKINGS_PER_PAGE || page.some(({ _id }) => _id === before)
    ? undefined
    : page.at(-1)?._id

const normalizeBooking = (booking: Booking): Booking => ({
  ...booking,
  seats: booking.seats.map(normalizeSeat),
  parkingSlots: (booking.parkingSlots ?? []).map(normalizeSlot),
})
