import {
  type cancelBooking,
  type changeParking,
  type changeSeats,
  type changeVehicle,
  previewChanges,
} from '@marquee/contract/bookings/booking-changes'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'
import { type BookingKey, bookingsQuery } from '#lib/api/bookings.queries.ts'

const CONFLICT = 409

/** What a change would cost or give back. */
export const useChangePreview = (
  { userId, reference }: BookingKey,
  querystring: CallInput<typeof previewChanges>['querystring'],
  enabled: boolean,
) =>
  useQuery({
    queryKey: ['booking-changes', userId, reference, querystring],
    queryFn: ({ signal }) =>
      callAsUser(previewChanges, { params: { reference }, querystring }, userId, signal),
    enabled,
    // The refund depends on the time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

type ChangeCall =
  | typeof cancelBooking
  | typeof changeSeats
  | typeof changeParking
  | typeof changeVehicle

type BodyOf<E extends ChangeCall> = CallInput<E> extends { body: infer Body } ? Body : never

/** A change of a booking. Sent again after a lost response, it has the same idempotency key. */
export function useBookingChange<E extends ChangeCall>(
  { userId, reference }: BookingKey,
  endpoint: E,
  onChanged?: (body: BodyOf<E>) => void,
) {
  const client = useQueryClient()
  const { keyFor, forget } = useIdempotencyKey([endpoint.path, reference])
  return useMutation({
    mutationFn: (body: BodyOf<E>) => {
      const headers = { 'idempotency-key': keyFor(body) }
      return callAsUser(endpoint, { params: { reference }, headers, body } as CallInput<E>, userId)
    },
    onSuccess: ({ booking }, body) => {
      forget()
      // The page shows the change at once, not only when the list was fetched again.
      client.setQueryData(bookingsQuery(userId).queryKey, (bookings) =>
        bookings?.map((one) => (one.bookingReference === reference ? booking : one)),
      )
      for (const queryKey of [bookingsQuery(userId).queryKey, ['passes', userId]])
        void client.invalidateQueries({ queryKey })
      onChanged?.(body)
    },
    onError: (error) => {
      // The price or the time has changed. Without a network the preview stays, and the request can be sent again.
      if (error instanceof ApiError && error.status === CONFLICT)
        void client.invalidateQueries({ queryKey: ['booking-changes', userId, reference] })
    },
  })
}
