import { sql } from 'kysely'
import { idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

/** The shows of a movie, or those on a screen, in any version of its layout. */
export const selectShowsOf = (db: Db, noun: 'movie' | 'screen', id: string) =>
  noun === 'movie'
    ? sql<{ id: string }>`select id from showtimes where movie_id = ${id}`.execute(db)
    : sql<{ id: string }>`
        select showtimes.id from screens join showtimes on layout_id = screens.id
         where screens.id = ${id} or version_of = ${id}`.execute(db)

export const selectReferences = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; reference: string }>`
    select bookings.id, reference from ${idRows(db, ids)} join bookings on bookings.id = wanted.id`.execute(
    db,
  )
