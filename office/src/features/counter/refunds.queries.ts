import { listRefunds } from '@marquee/contract/office/counter/refunds'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useQuery } from '@tanstack/react-query'
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
