import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { sellPlaces } from '@marquee/contract/office/sales'
import { ApiError, call, isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { useMutation } from '@tanstack/react-query'
import { refetchShows, showQuery } from '#lib/shows.queries.ts'
import type { SaleInput } from './sale-draft.ts'

export type SaleResponse = ResponseBody<typeof sellPlaces>

interface SaleCallbacks {
  onSend: () => void
  onSold: (response: SaleResponse) => void
  /** The place that another device or visitor has. */
  onTaken: (placeId: string) => void
  /** The server has refused the sale, so that it sold nothing. */
  onRefused: () => void
}

/** Sells places. The same sale, sent again after a lost answer, is sold once. */
export function useSellPlaces(showtimeId: string, callbacks: SaleCallbacks) {
  const { keyFor, forget } = useIdempotencyKey([sellPlaces.path, showtimeId])
  return useMutation({
    mutationFn: (sale: SaleInput) =>
      call(sellPlaces, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(sale) },
        body: sale,
      }),
    onMutate: callbacks.onSend,
    onSuccess: (response) => {
      forget()
      showAsSold(showtimeId, response)
      callbacks.onSold(response)
    },
    onError: (error) => {
      const taken = error instanceof ApiError ? error.details.places?.[0] : undefined
      if (taken) callbacks.onTaken(taken._id)
      if (!isTemporaryError(error)) callbacks.onRefused()
    },
    onSettled: () => {
      void refetchShows(showtimeId)
    },
  })
}

/** Shows a sale before the show is read again: the next sale must not choose the same places. */
function showAsSold(showtimeId: string, { booking: { reference, seats, slots } }: SaleResponse) {
  const sold = new Set([...seats, ...slots].map(({ _id }) => _id))
  queryClient.setQueryData(showQuery(showtimeId).queryKey, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          places: data.places.map((place) =>
            sold.has(place._id)
              ? { ...place, status: 'SOLD' as const, reference, channel: 'counter' as const }
              : place,
          ),
        },
  )
}
