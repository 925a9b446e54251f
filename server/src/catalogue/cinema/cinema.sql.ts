import { sql } from 'kysely'
import type { CinemaRow, Db } from '#src/database/schema.ts'

export const selectCinema = (db: Db) => db.selectFrom('cinema').selectAll().executeTakeFirst()

export const putCinema = (db: Db, row: CinemaRow) =>
  sql`
    insert into cinema (id, name, address, latitude, longitude, phone, arrival_minutes)
    values (1, ${row.name}, ${row.address}, ${row.latitude}, ${row.longitude}, ${row.phone}, ${row.arrival_minutes})
    on conflict (id) do update
       set name = excluded.name, address = excluded.address, latitude = excluded.latitude, longitude = excluded.longitude,
           phone = excluded.phone, arrival_minutes = excluded.arrival_minutes`.execute(db)
