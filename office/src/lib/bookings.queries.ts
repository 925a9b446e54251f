import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'

/** The socket and each change of a booking invalidate them. */
export const bookingKeys = {
  all: ['bookings'],
  searches: ['bookings', 'search'],
  search: (q: string) => ['bookings', 'search', q],
  details: ['bookings', 'detail'],
  refunds: ['bookings', 'refunds'],
  detail: (reference: string) => ['bookings', 'detail', reference],
  exchange: (reference: string, seats: object) => [...['bookings', 'exchange', reference], seats],
  cancellation: (reference: string, places: object) => [
    ...['bookings', 'cancellation', reference],
    places,
  ],
}

/** A booking has changed, or its history has a new entry. */
export const refetchBookings = () => queryClient.invalidateQueries({ queryKey: bookingKeys.all })
