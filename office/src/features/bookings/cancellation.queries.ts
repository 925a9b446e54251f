import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  cancelStaffBooking,
  type PlacesToCancel,
  previewBookingCancellation,
} from '@marquee/contract/office/cancellations'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '#lib/booking-keys.ts'
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
  const { keyFor, forget } = useIdempotencyKey([cancelStaffBooking.path, reference])
  return useMutation({
    mutationFn: (body: CallInput<typeof cancelStaffBooking>['body']) =>
      call(cancelStaffBooking, {
        params: { reference },
        headers: { 'idempotency-key': keyFor(body) },
        body,
      }),
    onSuccess: async ({ booking }) => {
      forget()
      notify(booking.cancelled ? 'The booking is cancelled.' : 'The places are cancelled.')
      onSuccess()
      await refetchBookings()
    },
    onError: refetchBookings,
  })
}
