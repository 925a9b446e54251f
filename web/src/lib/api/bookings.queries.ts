import { BOOKING_NOT_FOUND } from '@marquee/contract/bookings/booking-reference'
import { BOOKINGS_PER_PAGE, type Booking, listBookings } from '@marquee/contract/bookings/bookings'
import { normalizeSeat, normalizeSlot } from '@marquee/contract/movies/aliases'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'
import { callAsUser } from './api.ts'

export const bookingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['bookings', userId],
    queryFn: ({ signal }) => fetchBookings(userId, signal),
    // Always fetched again: a booking may have been created in this or another tab.
    staleTime: 0,
    // An error is shown at once, with Try Again.
    retry: false,
  })

/** The first bookings of the account, fetched again when one of them has changed. */
export function useBookings(userId: string) {
  const query = bookingsQuery(userId)
  useAccountEvents(query.queryKey)
  return useQuery(query)
}

/** The bookings that follow `after` in the list. `after` is undefined if there are no more, or they are not wanted. */
export const useEarlierBookings = (userId: string, after: string | undefined) =>
  useInfiniteQuery({
    queryKey: [...bookingsQuery(userId).queryKey, 'earlier', after],
    queryFn: ({ pageParam: before, signal }) => fetchBookingPage({ userId, before }, signal),
    initialPageParam: after,
    getNextPageParam: (page, _pages, before) => nextPageAfter(page, before),
    enabled: after !== undefined,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export interface BookingKey {
  userId: string
  reference: string
}

/** One booking of the account. The error is NOT_FOUND if it has none with this reference. */
export function useBooking({ userId, reference }: BookingKey) {
  const query = bookingsQuery(userId)
  useAccountEvents(query.queryKey)
  const select = useCallback((bookings: Booking[]) => findBooking(bookings, reference), [reference])
  const listed = useQuery({ ...query, select })
  const isNotListed = listed.error instanceof ApiError && listed.error.code === 'NOT_FOUND'
  const earlier = useQuery({
    queryKey: [...query.queryKey, 'earlier', reference],
    queryFn: ({ client, signal }) => {
      const before = nextPageAfter(client.getQueryData(query.queryKey) ?? [])
      return findEarlierBooking({ userId, before }, reference, signal)
    },
    enabled: isNotListed,
    staleTime: 0,
    retry: false,
  })
  return isNotListed ? earlier : listed
}

/** Searches page by page: only accounts with many bookings have more than one. */
async function findEarlierBooking(
  { userId, before }: BookingPage,
  reference: string,
  signal: AbortSignal,
): Promise<Booking> {
  if (before === undefined) return findBooking([], reference)
  const bookings = await fetchBookingPage({ userId, before }, signal)
  const next = nextPageAfter(bookings, before)
  return next === undefined || bookings.some((booking) => booking.bookingReference === reference)
    ? findBooking(bookings, reference)
    : findEarlierBooking({ userId, before: next }, reference, signal)
}

function findBooking(bookings: Booking[], reference: string) {
  const booking = bookings.find(({ bookingReference }) => bookingReference === reference)
  if (!booking) throw new ApiError(404, 'NOT_FOUND', BOOKING_NOT_FOUND)
  return booking
}

/** Fetches the first bookings of the signed-in user, those that are not over before the others. */
export const fetchBookings = (userId: string, signal?: AbortSignal) =>
  fetchBookingPage({ userId }, signal)

interface BookingPage {
  userId: string
  /** The id of the last booking of the page before. Undefined: the first page. */
  before?: string | undefined
}

/** Fetches one page of the list. */
async function fetchBookingPage({ userId, before }: BookingPage, signal?: AbortSignal) {
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
