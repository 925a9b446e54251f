import { CINEMA_ROUTE } from '@marquee/contract/cinema/cinema'
import type { getCinema } from '@marquee/contract/cinema/cinema-details'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions } from '@tanstack/react-query'

export const fetchCinema = (signal?: AbortSignal) =>
  call<typeof getCinema>(CINEMA_ROUTE, {}, signal)

export const cinemaQuery = queryOptions({
  queryKey: ['cinema'],
  queryFn: ({ signal }) => fetchCinema(signal),
  staleTime: Number.POSITIVE_INFINITY,
})
