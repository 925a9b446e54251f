import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'

/** Where the cinema is. Undefined until it is loaded, and when it cannot be loaded. */
export function useCinema() {
  const isHydrated = useHydrated()
  const { data } = useQuery(cinemaQuery)
  // The footer may have loaded it before the code of a page arrives, which the server has rendered without it.
  return isHydrated ? data : undefined
}
