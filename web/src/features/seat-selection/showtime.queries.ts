import { normalizeMovie } from '@marquee/contract/aliases'
import { getMovie } from '@marquee/contract/movies'
import { getShowtime } from '@marquee/contract/showtimes'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function useShowtime(movieId: string, showtimeId: string) {
  const movie = useQuery({
    queryKey: ['movie', movieId],
    queryFn: async ({ signal }) =>
      normalizeMovie(await call(getMovie, { params: { movieId } }, signal)),
  })
  const showtime = useQuery({
    queryKey: ['showtime', showtimeId],
    queryFn: ({ signal }) => call(getShowtime, { params: { showtimeId } }, signal),
  })
  return { movie, showtime }
}
