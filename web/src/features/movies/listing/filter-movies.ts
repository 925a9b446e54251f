import type { Movie } from '@marquee/contract/movies/movies'
import { normalizeName } from '@marquee/contract/text/normalize-name'

/** Filters by a part of the name, in any case (specification §5). */
export function filterMovies(movies: Movie[], text: string) {
  const searched = normalizeName(text).toLowerCase()
  return movies.filter(({ name }) => normalizeName(name).toLowerCase().includes(searched))
}
