import { normalizeMovie } from '@marquee/contract/movies/aliases'
import type { listMovies } from '@marquee/contract/movies/movies'
import { LIST_MOVIES_ROUTE } from '@marquee/contract/movies/movies-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const moviesQuery = queryOptions({
  queryKey: ['movies'],
  queryFn: async ({ signal }) =>
    (await call<typeof listMovies>(LIST_MOVIES_ROUTE, {}, signal)).map(normalizeMovie),
})

export const useMovies = () => useQuery(moviesQuery)
