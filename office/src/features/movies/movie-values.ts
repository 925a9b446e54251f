import type { StaffMovie } from '@marquee/contract/office/programme/movies'

/** What the form has: texts, as they are typed. */
export interface MovieValues {
  name: string
  genre: string
  /** Names, separated by commas. */
  cast: string
  summary: string
  language: string
  /** Minutes. */
  duration: string
  rating: string
  releaseDate: string
  trailer: string
  ratings: string
  votes: string
  imageUrl: string
  poster: string
  image: string
  screen: string
  timing: string
}

const OPTIONAL = ['releaseDate', 'trailer', 'poster', 'image', 'screen', 'timing'] as const

/** The values of a movie, or those of a new one. */
export const toValues = (movie: StaffMovie | undefined): MovieValues => ({
  name: movie?.name ?? '',
  genre: movie?.genre ?? '',
  cast: movie?.cast.join(', ') ?? '',
  summary: movie?.summary ?? '',
  language: movie?.language ?? '',
  duration: movie ? String(movie.duration) : '',
  rating: movie?.rating ?? '',
  releaseDate: movie?.releaseDate ?? '',
  trailer: movie?.trailer ?? '',
  ratings: String(movie?.ratings ?? 0),
  votes: String(movie?.votes ?? 0),
  imageUrl: movie?.imageUrl ?? '',
  poster: movie?.poster ?? '',
  image: movie?.image ?? '',
  screen: movie?.screen ?? '',
  timing: movie?.timing ?? '',
})

const requiredOf = (values: MovieValues) => ({
  name: values.name,
  genre: values.genre,
  cast: values.cast
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
  summary: values.summary,
  language: values.language,
  duration: Number(values.duration),
  rating: values.rating,
  ratings: Number(values.ratings),
  votes: Number(values.votes),
  // Left empty: the server has a default one for a new movie, and keeps that of another.
  ...(values.imageUrl !== '' && { imageUrl: values.imageUrl }),
})

/** A new movie. Empty fields are left out. */
export const toMovie = (values: MovieValues) => ({
  ...requiredOf(values),
  ...Object.fromEntries(
    OPTIONAL.filter((field) => values[field] !== '').map((field) => [field, values[field]]),
  ),
})

/** The fields of a movie. Null removes one. */
export const toChange = (values: MovieValues) => ({
  ...requiredOf(values),
  ...Object.fromEntries(OPTIONAL.map((field) => [field, values[field] || null])),
})
