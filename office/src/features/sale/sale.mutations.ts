import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { sellPlaces } from '@marquee/contract/office/sales'
import { ApiError, call } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { useMutation } from '@tanstack/react-query'
import { refetchShows, SALE_KEY } from '#lib/shows.queries.ts'
import type { SaleInput } from './sale-draft.ts'

export type SaleResponse = ResponseBody<typeof sellPlaces>

interface SaleCallbacks {
  onSold: (response: SaleResponse) => void
  /** The place that another device or visitor has. */
  onTaken: (placeId: string) => void
}

/** Sells places. The same sale, sent again after a lost answer, is sold once. */
export function useSellPlaces(showtimeId: string, { onSold, onTaken }: SaleCallbacks) {
  const { keyFor, forget } = useIdempotencyKey([sellPlaces.path, showtimeId])
  return useMutation({
    mutationKey: SALE_KEY,
    mutationFn: (sale: SaleInput) =>
      call(sellPlaces, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(sale) },
        body: sale,
      }),
    onSuccess: (response) => {
      forget()
      onSold(response)
    },
    onError: (error) => {
      const taken = error instanceof ApiError ? error.details.places?.[0] : undefined
      if (taken) onTaken(taken._id)
    },
    onSettled: () => {
      void refetchShows(showtimeId)
    },
  })
}
