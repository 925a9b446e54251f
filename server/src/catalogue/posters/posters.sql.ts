import type { Db, PosterFileRow } from '#src/database/schema.ts'

export const insertPosterFiles = (db: Db, files: readonly PosterFileRow[]) =>
  db
    .insertInto('poster_files')
    .values([...files])
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute()

/** Deletes the files of the earlier posters of a movie. */
export const deleteOtherPosterFiles = (db: Db, movieId: string, paths: readonly string[]) =>
  db
    .deleteFrom('poster_files')
    .where('movie_id', '=', movieId)
    .where('path', 'not in', paths)
    .execute()

export const selectPosterFile = (db: Db, path: string) =>
  db.selectFrom('poster_files').select('content').where('path', '=', path).executeTakeFirst()
