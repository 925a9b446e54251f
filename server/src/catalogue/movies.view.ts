import type { Movie } from '@marquee/contract/movies/movies'
import { posterPath } from '@marquee/contract/movies/poster-path'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { formatTime } from '@marquee/contract/time'
import type { MovieRow } from '../database/schema.ts'

/** The fields of a movie as a catalogue file and staff have them. */
export const catalogueFieldsOf = (row: MovieRow) => ({
  name: row.name,
  genre: row.genre,
  cast: JSON.parse(row.cast_names) as string[],
  summary: row.summary,
  ratings: row.ratings,
  votes: row.votes,
  language: row.language,
  duration: row.duration,
  rating: row.rating,
  imageUrl: row.image_url,
  poster: row.poster ?? undefined,
  image: row.image ?? undefined,
  screen: row.screen_text ?? undefined,
  timing: row.timing_text ?? undefined,
  trailer: row.trailer ?? undefined,
  releaseDate: row.release_date ?? undefined,
})

const NO_TIME_YET = 'To be announced'

/** The movie as the API returns it. Screen and time are those of the first showtime. */
export function movieView(
  row: MovieRow & { slug?: string | undefined },
  showtimes: Showtime[],
  timeZone: string,
): Movie {
  const { screen, timing, poster, image, trailer, releaseDate, ...fields } = catalogueFieldsOf(row)
  const [first] = showtimes
  const firstTime = first && formatTime(Date.parse(first.startTime), timeZone)
  return {
    _id: row.id,
    ...fields,
    ...(row.slug === undefined ? {} : { slug: row.slug }),
    screen: first?.screen ?? screen ?? DEFAULT_SCREEN,
    timing: firstTime ?? timing ?? NO_TIME_YET,
    poster: posterPath(poster ?? row.image_url),
    ...(image === undefined ? {} : { image: posterPath(image) }),
    ...(trailer === undefined ? {} : { trailer }),
    ...(releaseDate === undefined ? {} : { releaseDate }),
    showtimes,
  }
}
