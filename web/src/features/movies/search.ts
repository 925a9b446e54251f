import type { Movie } from '@marquee/contract/movies'

/** Case does not matter, and any part of the name will do (specification, section 5). */
export const moviesNamed = (movies: Movie[], text: string) => {
  const wanted = text.trim().toLowerCase()
  return movies.filter(({ name }) => name.toLowerCase().includes(wanted))
}
