import type { Movie } from '@marquee/contract/movies'

/** Filters by a part of the name, in any case (specification §5). */
export function filterMovies(movies: Movie[], text: string) {
  const searched = text.trim().toLowerCase()
  return movies.filter(({ name }) => name.toLowerCase().includes(searched))
}
