import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, PathId } from '../calls/ids.ts'
import { LIST_MOVIES_ROUTE, MOVIE_BY_SLUG_ROUTE, MOVIE_ROUTE } from './movies-route.ts'
import { Showtime } from './showtimes.ts'

export const Movie = z.object({
  _id: Id,
  name: z.string(),
  /** The last part of the address of its page. Missing if the movie is no longer listed. */
  slug: z.optional(z.string()),
  genre: z.string(),
  cast: z.array(z.string()),
  summary: z.string(),
  /** Out of ten. */
  ratings: z.number(),
  votes: z.int(),
  /** Screen and local time of the first showtime. */
  screen: z.string(),
  language: z.string(),
  timing: z.string(),
  /** A file name such as `amaran.jpg`. */
  imageUrl: z.string(),
  /** The path or URL of the poster. */
  poster: z.optional(z.string()),
  image: z.optional(z.string()),
  /** Minutes. */
  duration: z.int(),
  /** The certificate: U, UA, A. */
  rating: z.string(),
  /** The https URL of a video. */
  trailer: z.optional(z.string()),
  /** The day on which the movie opens: `2026-12-24`. */
  releaseDate: z.optional(z.string()),
  /** The next bookable one first. May be a bare id (specification §3). */
  showtimes: z.array(z.union([Showtime, Id])),
})
export type Movie = z.infer<typeof Movie>

export const listMovies = endpoint({
  ...LIST_MOVIES_ROUTE,
  response: z.array(Movie),
})

/** Returns a listed movie. */
export const getMovieBySlug = endpoint({
  ...MOVIE_BY_SLUG_ROUTE,
  params: z.object({ slug: z.string() }),
  response: Movie,
})

export const getMovie = endpoint({
  ...MOVIE_ROUTE,
  params: z.object({ movieId: PathId }),
  response: Movie,
})
