import { call } from '@marquee/browser/api.ts'
import {
  cancelStaffBooking,
  previewBookingCancellation,
  type RefundKind,
} from '@marquee/contract/office/cancellations'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#ui/notify.ts'
import { bookingKey, refetchBooking } from './bookings.queries.ts'

interface PlacesToCancel {
  seatIds?: string[]
  slotIds?: string[]
  terms: RefundKind
}

export const useCancellationPreview = (
  reference: string,
  { seatIds, slotIds, terms }: PlacesToCancel,
  enabled: boolean,
) =>
  useQuery({
    queryKey: [...bookingKey(reference), 'cancellation', seatIds, slotIds, terms],
    queryFn: ({ signal }) =>
      call(
        previewBookingCancellation,
        {
          params: { reference },
          querystring: { seatIds: seatIds?.join(','), slotIds: slotIds?.join(','), terms },
        },
        signal,
      ),
    enabled,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

interface CancellationRequest extends PlacesToCancel {
  refund: number
  reason: string
}

export function useCancelBooking(reference: string, onSuccess: () => void) {
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (body: CancellationRequest) =>
      call(cancelStaffBooking, {
        params: { reference },
        headers: { 'idempotency-key': key },
        body,
      }),
    onSuccess: async ({ booking }) => {
      notify(booking.cancelled ? 'The booking is cancelled.' : 'The places are cancelled.')
      onSuccess()
      await refetchBooking(reference)
    },
    onError: () => refetchBooking(reference),
  })
}
