import { CINEMA_ROUTE } from '@marquee/contract/cinema'
import type { getCinema } from '@marquee/contract/cinema-details'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Where the cinema is. Undefined until it is loaded, and when it cannot be loaded. */
export const useCinema = () =>
  useQuery({
    queryKey: ['cinema'],
    queryFn: ({ signal }) => call<typeof getCinema>(CINEMA_ROUTE, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
