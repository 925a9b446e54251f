import { normalizeMovie } from '@marquee/contract/movies/aliases'
import type { getMovie } from '@marquee/contract/movies/movies'
import { MOVIE_ROUTE } from '@marquee/contract/movies/movies-route'
import type { getShowtime } from '@marquee/contract/movies/showtimes'
import { SHOWTIME_ROUTE } from '@marquee/contract/movies/showtimes-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const movieQuery = (movieId: string) =>
  queryOptions({
    queryKey: ['movie', movieId],
    queryFn: async ({ signal }) =>
      normalizeMovie(await call<typeof getMovie>(MOVIE_ROUTE, { params: { movieId } }, signal)),
  })

export const showtimeQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: ['showtime', showtimeId],
    queryFn: ({ signal }) =>
      call<typeof getShowtime>(SHOWTIME_ROUTE, { params: { showtimeId } }, signal),
  })

export const useShowtime = (movieId: string, showtimeId: string) => ({
  movie: useQuery(movieQuery(movieId)),
  showtime: useQuery(showtimeQuery(showtimeId)),
})
