/** Separate from their schemas in movies.ts, so that the first page loads without Zod. */
export const LIST_MOVIES_ROUTE = { method: 'GET', path: '/api/movies' } as const
export const MOVIE_BY_SLUG_ROUTE = { method: 'GET', path: '/api/movies/slug/:slug' } as const
export const MOVIE_ROUTE = { method: 'GET', path: '/api/movies/:movieId' } as const

export const MOVIE_NOT_FOUND =
  'The selected movie could not be found. It may have been removed from our system.'
