import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export interface ShowNameRow {
  id: string
  movie_id: string
  movie: string
  /** The screen, whatever the version of its layout. */
  screen_id: string
  screen: string
  starts_at: number
}

export const selectShowNames = (db: Db, ids: readonly string[]) =>
  sql<ShowNameRow>`
    select showtimes.id, movie_id, movies.name as movie, coalesce(version_of, screens.id) as screen_id, screens.name as screen, starts_at
      from ${idRows(db, ids)}
      join showtimes on showtimes.id = wanted.id
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id`.execute(db)

/** The names of devices and people. An id is in one table only. */
export const selectStaffNames = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; name: string }>`
    select devices.id, name from ${idRows(db, ids)} join devices on devices.id = wanted.id
    union all
    select people.id, name from ${idRows(db, ids)} join people on people.id = wanted.id`.execute(db)
