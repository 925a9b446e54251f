import { normalizeMovie } from '@marquee/contract/movies/aliases'
import { getMovie } from '@marquee/contract/movies/movies'
import { getShowtime } from '@marquee/contract/movies/showtimes'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const movieQuery = (movieId: string) =>
  queryOptions({
    queryKey: ['movie', movieId],
    queryFn: async ({ signal }) =>
      normalizeMovie(await call(getMovie, { params: { movieId } }, signal)),
  })

export const showtimeQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: ['showtime', showtimeId],
    queryFn: ({ signal }) => call(getShowtime, { params: { showtimeId } }, signal),
  })

export const useShowtime = (movieId: string, showtimeId: string) => ({
  movie: useQuery(movieQuery(movieId)),
  showtime: useQuery(showtimeQuery(showtimeId)),
})
