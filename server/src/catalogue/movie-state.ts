import type { MovieState } from '@marquee/contract/office/programme/movies'
import { formatIsoDate } from '@marquee/contract/time'
import type { Db } from '../database/schema.ts'
import * as movies from './movies.sql.ts'
import type { CinemaClock } from './schedule/calendar.ts'

interface MovieFacts {
  /** `2026-12-24` */
  releaseDate: string | null
  /** Shows to come. */
  upcoming: number
  /** All shows, without cancelled ones. */
  shows: number
}

/** What dates and shows make of a movie. `today`: the day of the cinema. */
export function movieState(
  { releaseDate, upcoming, shows }: MovieFacts,
  today: string,
): MovieState {
  if (releaseDate !== null && releaseDate > today) return 'announced'
  if (upcoming > 0) return 'showing'
  return shows > 0 ? 'past' : 'draft'
}

/** All movies in the order of the listing, also those that are no longer offered, with their states. */
export async function readMovieStates(db: Db, { now, timeZone }: CinemaClock) {
  const [rows, counts] = await Promise.all([
    movies.allMovies(db),
    movies.countShowsOfMovies(db, now),
  ])
  const byMovie = new Map(counts.rows.map((row) => [row.movie_id, row]))
  const today = formatIsoDate(now, timeZone)
  return rows.map((row) => {
    const { upcoming = 0, shows = 0 } = byMovie.get(row.id) ?? {}
    const state = movieState({ releaseDate: row.release_date, upcoming, shows }, today)
    return { ...row, upcomingShows: upcoming, state }
  })
}
