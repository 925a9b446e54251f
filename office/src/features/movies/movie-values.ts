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
