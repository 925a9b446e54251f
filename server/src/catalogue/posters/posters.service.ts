import { createHash } from 'node:crypto'
import { POSTER_UPLOADS_PATH } from '@marquee/contract/movies/poster-path'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { notFound } from '#src/errors.ts'
import { encodePoster } from './poster-encoder.ts'
import * as statements from './posters.sql.ts'

interface EncodedPoster {
  /** The path of its largest JPEG. Has a hash of the content, so that it can be cached. */
  path: string
  files: ReadonlyMap<string, Buffer>
}

/** Encodes an uploaded picture as the poster of a movie. Throws INVALID and UNAVAILABLE. */
export async function createPoster(movieId: string, file: Buffer): Promise<EncodedPoster> {
  const files = await encodePoster(file)
  const hash = createHash('sha256').update(movieId)
  for (const content of files.values()) hash.update(content)
  return { path: `${POSTER_UPLOADS_PATH}${hash.digest('base64url')}.jpg`, files }
}

/** Stores the files of a poster in place of the earlier ones of the movie. */
export async function storePoster(tx: Db, movieId: string, { path, files }: EncodedPoster) {
  const rows = [...files].map(([end, content]) => ({
    path: path.replace(/\.jpg$/, end),
    movie_id: movieId,
    content: content.toString('base64'),
  }))
  await statements.insertPosterFiles(tx, rows)
  await statements.deleteOtherPosterFiles(
    tx,
    movieId,
    rows.map((row) => row.path),
  )
}

/** Returns the file of an uploaded poster. Undefined for an unknown path. */
export async function findPosterFile(db: Db, path: string) {
  const row = await statements.selectPosterFile(db, path)
  return row && Buffer.from(row.content, 'base64')
}

/** Returns the file of an uploaded poster. Throws NOT_FOUND. */
export async function readPosterFile({ reader }: Pick<Context, 'reader'>, path: string) {
  const file = await findPosterFile(reader, path)
  if (!file) throw notFound('Not found.')
  return file
}
