import { sql } from 'kysely'
import { bigintParameter, clock, idRows, inputRows } from '#src/database/dialect.ts'
import { layoutsOf } from '#src/database/rows/layouts.ts'
import type { Db, PlaceRow, SeatOutageRow } from '#src/database/schema.ts'

interface LayoutRow {
  id: string
  /** The screen of which it is a version of the layout. */
  screen_id: string
  name: string
  places_revision: number
}

export const selectLayout = (db: Db, id: string) =>
  sql<LayoutRow>`
    select id, coalesce(version_of, id) as screen_id, name, places_revision from screens where id = ${id}`.execute(
    db,
  )

/** The latest layout of each screen, and the earlier ones that shows to come have. */
export const selectLayoutsInUse = (db: Db) =>
  sql<{ id: string; name: string }>`
    select id, case when version_of is null then name else name || ' (earlier layout)' end as name
      from screens
     where version_of is null
        or exists (select 1 from showtimes where layout_id = screens.id and starts_at > ${clock} and cancelled_at is null)
     order by screens.name, layout_version desc`.execute(db)

export type OpenOutageRow = Pick<
  SeatOutageRow,
  'id' | 'place_id' | 'reason' | 'device_id' | 'since'
> & {
  screen_id: string
  layout_id: string
  label: string
  position: number
  device_name: string | null
}

/** The seats that are out of service, in all layouts. */
export const selectOpenOutages = (db: Db) =>
  sql<OpenOutageRow>`
    select seat_outages.id, place_id, coalesce(version_of, screens.id) as screen_id, layout_id, label, position,
           reason, device_id, since, devices.name as device_name
      from seat_outages
      join places on places.id = place_id
      join screens on screens.id = layout_id
      left join devices on devices.id = device_id
     where ended_at is null`.execute(db)

/** The seats with the labels of these in all layouts of their screen. `layoutId`: one of the layouts. */
export const selectSameSeats = (db: Db, layoutId: string, seatIds: readonly string[]) =>
  sql<PlaceRow>`
    select * from places
     where layout_id in ${layoutsOf(layoutId)} and kind = 'seat'
       and label in (select label from ${idRows(db, seatIds)} join places on places.id = wanted.id where kind = 'seat')
     order by position`.execute(db)

/**
 * The shows of a screen that have started less than `maxMs` ago or not yet, in all layouts, also cancelled ones: their seat maps change. `layoutId`: one of the
 * layouts.
 */
export const selectShowsNotOver = (db: Db, layoutId: string, maxMs: number) =>
  sql<{ id: string }>`
    select id from showtimes
     where layout_id in ${layoutsOf(layoutId)} and starts_at > ${clock} - ${bigintParameter(maxMs)}`.execute(
    db,
  )

export const setOutOfService = (db: Db, placeIds: readonly string[], isOut: boolean) =>
  sql`
    update places set out_of_service = ${Number(isOut)} where id in (select id from ${idRows(db, placeIds)})`.execute(
    db,
  )

/** Invalidates the cached layouts of a screen. */
export const incrementPlacesRevisions = (db: Db, layoutId: string) =>
  sql`update screens set places_revision = places_revision + 1 where id in ${layoutsOf(layoutId)}`.execute(
    db,
  )

interface OutageRecord {
  placeIds: readonly string[]
  reason: string
  deviceId: string
}

export const insertOutages = (db: Db, { placeIds, reason, deviceId }: OutageRecord) =>
  sql`
    insert into seat_outages (id, place_id, reason, device_id, since)
    select id, place_id, ${reason}, ${deviceId}, ${clock}
      from ${inputRows(
        db,
        { id: 'text', place_id: 'text' },
        placeIds.map((place_id) => ({ id: crypto.randomUUID(), place_id })),
      )}`.execute(db)

export const endOutages = (db: Db, { placeIds, reason, deviceId }: OutageRecord) =>
  sql`
    update seat_outages set ended_at = ${clock}, ended_by = ${deviceId}, end_reason = ${reason}
     where ended_at is null and place_id in (select id from ${idRows(db, placeIds)})`.execute(db)
