import { normalizeMovie } from '@marquee/contract/aliases'
import { LISTING } from '@marquee/contract/listing'
import type { listMovies } from '@marquee/contract/movies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export const moviesQuery = queryOptions({
  queryKey: ['movies'],
  queryFn: async ({ signal }) =>
    (await call<typeof listMovies>(LISTING, {}, signal)).map(normalizeMovie),
})

export const useMovies = () => useQuery(moviesQuery)
