import { ApiError, call } from '@marquee/browser/api.ts'
import { queryClient } from '@marquee/browser/query-client.ts'
import type { ResponseBody } from '@marquee/contract/endpoint'
import { sellPlaces } from '@marquee/contract/office/sales'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { SALE_KEY, showKeys, showQuery } from '#lib/shows.queries.ts'
import type { SaleInput } from './sale-draft.ts'

export type SaleResponse = ResponseBody<typeof sellPlaces>

interface SaleCallbacks {
  onSold: (response: SaleResponse) => void
  /** The place that somebody else has. */
  onTaken: (placeId: string) => void
}

/** Sells places. The same sale, sent again after a lost answer, is sold once. */
export function useSellPlaces(showtimeId: string, { onSold, onTaken }: SaleCallbacks) {
  const lastSale = useRef({ body: '', key: '' })

  const keyFor = (sale: SaleInput) => {
    const body = JSON.stringify(sale)
    if (lastSale.current.body !== body) lastSale.current = { body, key: crypto.randomUUID() }
    return lastSale.current.key
  }
  return useMutation({
    mutationKey: SALE_KEY,
    mutationFn: (sale: SaleInput) =>
      call(sellPlaces, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(sale) },
        body: sale,
      }),
    onSuccess: onSold,
    onError: (error) => {
      const taken = error instanceof ApiError ? error.details.places?.[0] : undefined
      if (taken) onTaken(taken._id)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: showQuery(showtimeId).queryKey })
      void queryClient.invalidateQueries({ queryKey: showKeys.lists })
    },
  })
}
