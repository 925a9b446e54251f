import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'

interface StoredPicture {
  userId: string
  path: string
  /** WebP in base64. */
  content: string
}

/** Replaces the previous picture of the user. */
export const upsertPicture = (db: Db, { userId, path, content }: StoredPicture) =>
  sql`
    insert into profile_pictures (user_id, path, content) values (${userId}, ${path}, ${content})
    on conflict (user_id) do update set path = excluded.path, content = excluded.content`.execute(
    db,
  )

/** Users who have uploaded the same picture share its path. */
export const pictureByPath = (db: Db, path: string) =>
  db.selectFrom('profile_pictures').select('content').where('path', '=', path).executeTakeFirst()

export const deletePicture = (db: Db, userId: string) =>
  db.deleteFrom('profile_pictures').where('user_id', '=', userId).execute()
