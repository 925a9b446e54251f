import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { type ShowtimeOnScreen, showtimeColumns } from './showtimes.sql.ts'

/** A showtime with the language and the duration (minutes) of its movie. */
export type ProgrammeRow = ShowtimeOnScreen & { language: string; duration: number }

/** Undefined before the first start with a catalogue file, and before the first change. */
export const selectProgramme = (db: Db) => db.selectFrom('programme').selectAll().executeTakeFirst()

export const incrementVersion = (db: Db) =>
  sql`
    insert into programme (id, version) values (1, 1)
        on conflict (id) do update set version = programme.version + 1`.execute(db)

/** `problems`: a JSON array. Null: there are none. */
export const putProblems = (db: Db, problems: string | null) =>
  sql`
    insert into programme (id, version, catalogue_problems) values (1, 0, ${problems})
        on conflict (id) do update set catalogue_problems = excluded.catalogue_problems`.execute(db)

export const setOwnedByOffice = (db: Db) =>
  sql`
    insert into programme (id, version, owned_by_office) values (1, 0, 1)
        on conflict (id) do update set owned_by_office = 1`.execute(db)

interface Period {
  from: number
  to: number
}

const columns = sql`${showtimeColumns}, language, duration`

/** Searched by layout, because showtimes have an index by layout and start. */
export const showtimesOfDay = (db: Db, { from, to }: Period) =>
  sql<ProgrammeRow>`
    select ${columns}
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at >= ${from} and starts_at < ${to}
      join movies on movies.id = movie_id
     where retired = 0 and cancelled_at is null
     order by starts_at, screens.name`.execute(db)

export const showtimesOfMovieOnDay = (db: Db, movieId: string, { from, to }: Period) =>
  sql<ProgrammeRow>`
    select ${columns}
      from showtimes
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id
     where movie_id = ${movieId} and starts_at >= ${from} and starts_at < ${to} and cancelled_at is null
     order by starts_at, screens.name`.execute(db)
