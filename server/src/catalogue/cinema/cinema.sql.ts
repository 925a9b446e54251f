import { sql } from 'kysely'
import type { CinemaRow, Db } from '#src/database/schema.ts'

export const selectCinema = (db: Db) => db.selectFrom('cinema').selectAll().executeTakeFirst()

export const putCinema = (db: Db, row: CinemaRow) =>
  sql`
    insert into cinema (id, name, address, latitude, longitude, phone, arrival_minutes, opens_at, closes_at)
    values (1, ${row.name}, ${row.address}, ${row.latitude}, ${row.longitude}, ${row.phone}, ${row.arrival_minutes},
            ${row.opens_at}, ${row.closes_at})
    on conflict (id) do update
       set name = excluded.name, address = excluded.address, latitude = excluded.latitude, longitude = excluded.longitude,
           phone = excluded.phone, arrival_minutes = excluded.arrival_minutes,
           opens_at = excluded.opens_at, closes_at = excluded.closes_at`.execute(db)
