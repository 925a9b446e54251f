import type { CallInput } from '@marquee/contract/calls/endpoint'
import { exchangeSeats, previewSeatExchange } from '@marquee/contract/office/cancellations'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '#lib/booking-keys.ts'
import { refetchShows } from '#lib/shows.queries.ts'
import { refetchBookings } from './bookings.queries.ts'

export const useExchangePreview = (
  reference: string,
  seats: CallInput<typeof previewSeatExchange>['body'],
) =>
  useQuery({
    queryKey: bookingKeys.exchange(reference, seats),
    queryFn: ({ signal }) =>
      call(previewSeatExchange, { params: { reference }, body: seats }, signal),
    enabled: seats.take.length > 0 && seats.take.length === seats.giveBack.length,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export function useExchangeSeats(reference: string, onSuccess: () => void) {
  const { keyFor, forget } = useIdempotencyKey([exchangeSeats.path, reference])
  return useMutation({
    mutationFn: (body: CallInput<typeof exchangeSeats>['body']) =>
      call(exchangeSeats, {
        params: { reference },
        headers: { 'idempotency-key': keyFor(body) },
        body,
      }),
    onSuccess: async (_, { showtimeId }) => {
      forget()
      notify('The seats are changed.')
      onSuccess()
      await Promise.all([refetchBookings(), refetchShows(showtimeId)])
    },
    onError: refetchBookings,
  })
}
