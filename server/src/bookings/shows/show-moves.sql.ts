import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import { layoutAt, layoutsOf } from '#src/database/rows/layouts.ts'
import type { Db } from '#src/database/schema.ts'
import type { ScreenTime } from './move-plan.ts'

/** The layout that a show of a screen has at a start. No row if there is no such screen. */
export const selectLayoutAt = (db: Db, { screenId, startsAt }: ScreenTime) =>
  sql<{ id: string }>`
    select ${layoutAt({ screen_id: screenId, starts_at: startsAt })} as id
      from screens where id = ${screenId} and version_of is null`.execute(db)

/**
 * The other shows of a screen that start in a period, with any version of its layout. A cancelled one is in the way only at the same start: a layout has one
 * showtime for each.
 */
export const selectNeighbours = (
  db: Db,
  {
    showtimeId,
    screenId,
    layoutId,
    startsAt,
    from,
    to,
  }: ScreenTime & { showtimeId: string; layoutId: string; from: number; to: number },
) =>
  sql<{ starts_at: number; duration: number; movie: string; cancelled_at: number | null }>`
    select starts_at, duration, movies.name as movie, cancelled_at
      from showtimes join movies on movies.id = movie_id
     where layout_id in ${layoutsOf(screenId)} and starts_at > ${from} and starts_at < ${to} and showtimes.id <> ${showtimeId}
       and (cancelled_at is null or (starts_at = ${startsAt} and layout_id = ${layoutId}))`.execute(
    db,
  )

// The statements of a move. Holds and sales wait until it is committed.

interface NewShowMove {
  showtimeId: string
  from: ScreenTime
  to: ScreenTime
  reason: string
  deviceId: string
}

export const insertMove = (db: Db, { showtimeId, from, to, reason, deviceId }: NewShowMove) =>
  sql`
    insert into show_moves (id, showtime_id, from_screen_id, from_starts_at, to_screen_id, to_starts_at, reason, device_id, at)
    values (${crypto.randomUUID()}, ${showtimeId}, ${from.screenId}, ${from.startsAt}, ${to.screenId}, ${to.startsAt},
            ${reason}, ${deviceId}, ${clock})`.execute(db)

/** Accessible places are protected again, if it is early enough. */
export const updateShowtime = (
  db: Db,
  { id, layoutId, startsAt }: { id: string; layoutId: string; startsAt: number },
) =>
  sql`
    update showtimes set layout_id = ${layoutId}, starts_at = ${startsAt}, access_opened = 0 where id = ${id}`.execute(
    db,
  )

/** Deletes the states of vehicles: the slots of the old screen are left. */
export const deleteVehicles = (db: Db, showtimeId: string) =>
  sql`delete from vehicle_states where showtime_id = ${showtimeId}`.execute(db)
