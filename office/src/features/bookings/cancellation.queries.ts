import { call } from '@marquee/browser/api.ts'
import type { CallInput } from '@marquee/contract/endpoint'
import {
  cancelStaffBooking,
  type PlacesToCancel,
  previewBookingCancellation,
} from '@marquee/contract/office/cancellations'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '#lib/booking-keys.ts'
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts'
import { notify } from '#ui/notify.ts'
import { refetchBookings } from './bookings.queries.ts'

export const useCancellationPreview = (
  reference: string,
  places: PlacesToCancel,
  enabled: boolean,
) =>
  useQuery({
    queryKey: bookingKeys.cancellation(reference, places),
    queryFn: ({ signal }) =>
      call(previewBookingCancellation, { params: { reference }, body: places }, signal),
    enabled,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export function useCancelBooking(reference: string, onSuccess: () => void) {
  const keyOf = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: CallInput<typeof cancelStaffBooking>['body']) =>
      call(cancelStaffBooking, {
        params: { reference },
        headers: { 'idempotency-key': keyOf(body) },
        body,
      }),
    onSuccess: async ({ booking }) => {
      notify(booking.cancelled ? 'The booking is cancelled.' : 'The places are cancelled.')
      onSuccess()
      await refetchBookings()
    },
    onError: refetchBookings,
  })
}
