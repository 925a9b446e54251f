import type { Db, MovieRow } from '#src/database/schema.ts'
import type { Catalogue, CatalogueMovie } from '../file/catalogue.schema.ts'
import * as statements from './apply.sql.ts'
import { keepStoredForm } from './catalogue-entries.ts'
import type { Identities } from './identities.ts'
import { diffRows, idOf, renamed } from './row-diff.ts'

/** Adds and updates movies. Returns the missing ones, which can be removed only after their showtimes. */
export async function applyMovies(tx: Db, { movies }: Catalogue, { matchedMovies }: Identities) {
  const existing = await statements.allMovies(tx)
  const ids = new Map(
    movies.map((movie) => [movie, matchedMovies.get(movie) ?? crypto.randomUUID()]),
  )
  const names = new Map(existing.map(({ id, name }) => [id, name]))
  const wanted = movies.map((movie, position) => {
    const id = ids.get(movie) ?? ''
    return { ...rowOf(movie, position), id, name: keepStoredForm(movie.name, names.get(id)) }
  })
  const { added, changed, missing } = diffRows(existing, wanted, idOf)

  await statements.setTemporaryMovieNames(tx, renamedIds(changed))
  await statements.insertRows(tx, 'movies', added)
  for (const { after } of changed) await statements.updateMovie(tx, after)
  return {
    ids,
    missing,
    added: added.map(({ name }) => name),
    changed: changed.map(({ before, after }) => renamed(before.name, after.name)),
    /** The ids of movies that take more time. */
    longer: new Set(
      changed.flatMap(({ before, after }) => (after.duration > before.duration ? after.id : [])),
    ),
  }
}

const renamedIds = (changed: readonly { before: MovieRow; after: MovieRow }[]) =>
  changed.flatMap(({ before, after }) => (before.name === after.name ? [] : after.id))

const rowOf = (movie: CatalogueMovie, position: number): Omit<MovieRow, 'id'> => ({
  name: movie.name,
  genre: movie.genre,
  cast_names: JSON.stringify(movie.cast),
  summary: movie.summary,
  ratings: movie.ratings,
  votes: movie.votes,
  language: movie.language,
  duration: movie.duration,
  rating: movie.rating,
  image_url: movie.imageUrl,
  poster: movie.poster ?? null,
  image: movie.image ?? null,
  screen_text: movie.screen ?? null,
  timing_text: movie.timing ?? null,
  trailer: movie.trailer ?? null,
  release_date: movie.releaseDate ?? null,
  position,
  retired: 0,
})
