import type { Db } from '../database/schema.ts'

/** The films of the programme, in its order. */
export const listedMovies = (db: Db) =>
  db.selectFrom('movies').selectAll().where('retired', '=', 0).orderBy('position').execute()

export const movieById = (db: Db, id: string) =>
  db.selectFrom('movies').selectAll().where('id', '=', id).executeTakeFirst()
