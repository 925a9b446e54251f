import type { Db } from '../database/schema.ts'

/** The movies that are offered, in the order of the catalogue. */
export const listedMovies = (db: Db) =>
  db.selectFrom('movies').selectAll().where('retired', '=', 0).orderBy('position').execute()

export const movieById = (db: Db, id: string) =>
  db.selectFrom('movies').selectAll().where('id', '=', id).executeTakeFirst()
