import { normalizeMovie } from '@marquee/contract/movies/aliases'
import type { getMovieBySlug } from '@marquee/contract/movies/movies'
import { MOVIE_BY_SLUG_ROUTE } from '@marquee/contract/movies/movies-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions } from '@tanstack/react-query'

/** The seats left change while people book. */
const REFRESH_MS = 15_000

export const movieBySlugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['movie by slug', slug],
    queryFn: async ({ signal }) =>
      normalizeMovie(
        await call<typeof getMovieBySlug>(MOVIE_BY_SLUG_ROUTE, { params: { slug } }, signal),
      ),
    refetchInterval: REFRESH_MS,
  })
