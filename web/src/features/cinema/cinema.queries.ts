import { call } from '@marquee/browser/api.ts'
import { CINEMA_ROUTE } from '@marquee/contract/cinema'
import type { getCinema } from '@marquee/contract/cinema-details'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useHydrated } from '#ui/use-hydrated.ts'

export const cinemaQuery = queryOptions({
  queryKey: ['cinema'],
  queryFn: ({ signal }) => call<typeof getCinema>(CINEMA_ROUTE, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where the cinema is. Undefined until it is loaded, and when it cannot be loaded. */
export function useCinema() {
  const isHydrated = useHydrated()
  const { data } = useQuery(cinemaQuery)
  // The footer may have loaded it before the code of a page arrives, which the server has rendered without it.
  return isHydrated ? data : undefined
}
