import { normalizeMovie } from '@marquee/contract/aliases'
import type { listMovies } from '@marquee/contract/movies'
import { LIST_MOVIES_ROUTE } from '@marquee/contract/movies-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const moviesQuery = queryOptions({
  queryKey: ['movies'],
  queryFn: async ({ signal }) =>
    (await call<typeof listMovies>(LIST_MOVIES_ROUTE, {}, signal)).map(normalizeMovie),
})

export const useMovies = () => useQuery(moviesQuery)
