import type { Movie } from '@marquee/contract/movies/movies'

/** Genre, duration, certificate and language, as far as they are known. */
export const listMovieFacts = ({ genre, duration, rating, language }: Movie) =>
  [genre, formatRunningTime(duration), rating, language].filter((fact) => fact)

/** Empty if the duration is unknown. */
export const formatRunningTime = (minutes: number | undefined) => (minutes ? `${minutes} min` : '')
