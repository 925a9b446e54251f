import * as z from 'zod/mini'
import { Id, PathId } from '#src/calls/ids.ts'
import { storedName, storedText } from '#src/text/stored-text.ts'
import { DAY_MS, MINUTE_MS } from '#src/time.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

const MAX_TEXT_LENGTH = 2000
const MAX_VOTES = 2_000_000_000

const Trailer = z
  .string()
  .check(z.regex(/^https:\/\/\S+$/, 'must be an https URL'), z.maxLength(MAX_TEXT_LENGTH))
const ReleaseDate = z.iso.date('must be a day such as 2026-12-24')

/** What a movie has in the catalogue file and in the office, without its shows. */
export const movieFields = {
  name: storedName(),
  genre: storedText(),
  cast: z.array(storedText()),
  summary: storedText(MAX_TEXT_LENGTH),
  /** Out of ten. */
  ratings: z.number().check(z.minimum(0), z.maximum(10)),
  votes: z.int().check(z.minimum(0), z.maximum(MAX_VOTES)),
  language: storedText(),
  /** Minutes. Less than a day, so that a daily showtime does not overlap its next day. */
  duration: z.int().check(z.minimum(1), z.maximum(DAY_MS / MINUTE_MS - 1)),
  /** The certificate: UA. */
  rating: storedText(),
  /** A file name such as `amaran.jpg`, a path, or a URL. */
  imageUrl: storedText(MAX_TEXT_LENGTH),
  poster: z.optional(storedText(MAX_TEXT_LENGTH)),
  image: z.optional(storedText(MAX_TEXT_LENGTH)),
  /** Shown in the listing for a movie without showtimes. */
  screen: z.optional(storedText()),
  timing: z.optional(storedText()),
  trailer: z.optional(Trailer),
  /** Announces a movie that has no showtimes yet. */
  releaseDate: z.optional(ReleaseDate),
}

/**
 * What dates and shows make of a movie. `announced`: its release date is to come. `showing`: it has shows to come. `past`: it has had shows. `draft`: none
 * of these. Visitors do not see a draft once the office owns the programme, unless it has a `screen` or a `timing`.
 */
export const MovieState = z.enum(['draft', 'announced', 'showing', 'past'])
export type MovieState = z.infer<typeof MovieState>

/** A movie as staff sees it. */
export const StaffMovie = z.object({
  _id: Id,
  ...movieFields,
  state: MovieState,
  /** Shows to come, without cancelled ones. */
  upcomingShows: z.int(),
  /** The path or URL of the poster as visitors load it. */
  posterPath: z.string(),
})
export type StaffMovie = z.infer<typeof StaffMovie>

/** The movies that are offered, in the order of the listing. Managers only. */
export const listStaffMovies = officeEndpoint({
  method: 'GET',
  path: '/api/office/movies',
  scopes: MANAGERS_ONLY,
  response: z.object({ movies: z.array(StaffMovie) }),
})

/** The file name of a poster that every installation has. */
export const DEFAULT_POSTER = 'default.jpg'

/** Adds a movie without shows. INVALID (422) if there is one with this name. Managers only. */
export const addMovie = officeEndpoint({
  method: 'POST',
  path: '/api/office/movies',
  scopes: MANAGERS_ONLY,
  /** Without `imageUrl` the movie has the default poster until one is uploaded. */
  body: z.object({
    ...movieFields,
    ratings: z._default(movieFields.ratings, 0),
    votes: z._default(movieFields.votes, 0),
    imageUrl: z._default(movieFields.imageUrl, DEFAULT_POSTER),
  }),
  response: z.object({ movie: StaffMovie }),
})

const ofMovie = { params: z.object({ movieId: PathId }) }

const nullableFields = {
  poster: z.optional(z.nullable(storedText(MAX_TEXT_LENGTH))),
  image: z.optional(z.nullable(storedText(MAX_TEXT_LENGTH))),
  screen: z.optional(z.nullable(storedText())),
  timing: z.optional(z.nullable(storedText())),
  trailer: z.optional(z.nullable(Trailer)),
  releaseDate: z.optional(z.nullable(ReleaseDate)),
}

/**
 * Changes the fields that are given; null removes one. INVALID (422) with the conflicts, for example when a longer movie overlaps the next show. Managers
 * only.
 */
export const changeMovie = officeEndpoint({
  method: 'PATCH',
  path: '/api/office/movies/:movieId',
  scopes: MANAGERS_ONLY,
  ...ofMovie,
  body: z.object({ ...z.partial(z.object(movieFields)).shape, ...nullableFields }),
  response: z.object({ movie: StaffMovie }),
})

/** Takes a movie out of the programme. CLOSED if it has shows to come or daily showtimes. Managers only. */
export const removeMovie = officeEndpoint({
  method: 'DELETE',
  path: '/api/office/movies/:movieId',
  scopes: MANAGERS_ONLY,
  ...ofMovie,
  response: z.object({ success: z.literal(true) }),
})

const MAX_POSTER_MEGABYTES = 15
export const MAX_POSTER_BYTES = MAX_POSTER_MEGABYTES * 1024 * 1024
/** The content types of an uploaded poster. The content decides, not the type that the client names. */
export const POSTER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const UNSUPPORTED_POSTER =
  'Please choose a JPEG, PNG, WebP or AVIF picture that is whole, of at most 50 megapixels.'
export const POSTER_TOO_LARGE = `Please choose a picture of at most ${MAX_POSTER_MEGABYTES} MB.`

/**
 * Replaces the poster. The body is the file, with its content type. The server turns the picture upright, crops it to 2:3 around its middle, and encodes it in
 * the sizes of the site. INVALID or UNSUPPORTED_MEDIA_TYPE for anything else, TOO_LARGE above 15 MB. Managers only.
 */
export const uploadPoster = officeEndpoint({
  method: 'PUT',
  path: '/api/office/movies/:movieId/poster',
  scopes: MANAGERS_ONLY,
  ...ofMovie,
  response: z.object({ movie: StaffMovie }),
})
