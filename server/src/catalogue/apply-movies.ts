import type { Db, MovieRow } from '../database/schema.ts'
import * as statements from './apply.sql.ts'
import type { Catalogue, CatalogueMovie } from './catalogue.schema.ts'
import { diffRows, idsOf, withIds } from './row-diff.ts'

/** Adds and updates movies. Returns the missing ones, which can be removed only after their showtimes. */
export async function applyMovies(tx: Db, { movies }: Catalogue) {
  const existing = await statements.allMovies(tx)
  const keyOf = ({ name }: { name: string }) => name
  const wanted = withIds(existing, movies.map(rowOf), keyOf)
  const { added, changed, missing } = diffRows(existing, wanted, keyOf)

  await statements.insertRows(tx, 'movies', added)
  for (const movie of changed) await statements.updateMovie(tx, movie)
  return {
    ids: new Map(wanted.map(({ name, id }) => [name, id])),
    missing: idsOf(missing),
    added: added.length,
    changed: changed.length,
  }
}

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
