import { listRefunds, type PayoutMethod, payRefund } from '@marquee/contract/office/counter/refunds'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bookingKeys } from '#lib/bookings.queries.ts'

export const useRefunds = (state: 'owed' | 'paid', reference?: string) =>
  useQuery({
    queryKey: [...bookingKeys.refunds, state, reference],
    queryFn: ({ signal }) =>
      call(
        listRefunds,
        { querystring: { state, ...(reference !== undefined && { reference }) } },
        signal,
      ),
    staleTime: 0,
  })

interface Payout {
  bookingId: string
  number: number
  method: PayoutMethod
}

export const usePayRefund = () =>
  useMutation({
    mutationFn: ({ bookingId, number, method }: Payout) =>
      call(payRefund, { params: { bookingId, number: String(number) }, body: { method } }),
    // Also after a refusal: another device may have paid it out.
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  })
