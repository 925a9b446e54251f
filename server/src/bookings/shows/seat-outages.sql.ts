import { sql } from 'kysely'
import { bigintParameter, clock, idRows, inputRows } from '#src/database/dialect.ts'
import type { Db, SeatOutageRow } from '#src/database/schema.ts'

interface ScreenLayoutRow {
  id: string
  name: string
  layout: number
}

export const selectLayout = (db: Db, id: string) =>
  sql<ScreenLayoutRow>`select id, name, layout from screens where id = ${id}`.execute(db)

export const selectScreenLayouts = (db: Db) =>
  sql<ScreenLayoutRow>`
    select id, case when version_of is null then name else name || ' (earlier layout)' end as name, layout
      from screens
     where version_of is null
        or exists (select 1 from showtimes where screen_id = screens.id and starts_at > ${clock} and cancelled_at is null)
     order by screens.name, layout_version desc`.execute(db)

type OpenOutageRow = Pick<
  SeatOutageRow,
  'id' | 'screen_id' | 'place_id' | 'reason' | 'device_id' | 'since'
> & { label: string; device_name: string | null }

/** The seats that are out of service, in the order of the seat map. */
export const selectOpenOutages = (db: Db) =>
  sql<OpenOutageRow>`
    select seat_outages.id, seat_outages.screen_id, place_id, label, reason, device_id, since, devices.name as device_name
      from seat_outages join places on places.id = place_id
      left join devices on devices.id = device_id
     where ended_at is null
     order by seat_outages.screen_id, position`.execute(db)

/** The shows of a screen that have started less than `maxMs` ago or not yet, also cancelled ones: their seat maps change. */
export const selectShowsNotOver = (db: Db, screenId: string, maxMs: number) =>
  sql<{ id: string }>`
    select id from showtimes
     where screen_id = ${screenId} and starts_at > ${clock} - ${bigintParameter(maxMs)}`.execute(db)

export const setOutOfService = (db: Db, placeIds: readonly string[], isOut: boolean) =>
  sql`
    update places set out_of_service = ${Number(isOut)} where id in (select id from ${idRows(db, placeIds)})`.execute(
    db,
  )

/** Invalidates the cached layout of a screen. */
export const incrementLayout = (db: Db, screenId: string) =>
  sql`update screens set layout = layout + 1 where id = ${screenId}`.execute(db)

interface OutageRecord {
  screenId: string
  placeIds: readonly string[]
  reason: string
  deviceId: string
}

export const insertOutages = (db: Db, { screenId, placeIds, reason, deviceId }: OutageRecord) =>
  sql`
    insert into seat_outages (id, screen_id, place_id, reason, device_id, since)
    select id, ${screenId}, place_id, ${reason}, ${deviceId}, ${clock}
      from ${inputRows(
        db,
        { id: 'text', place_id: 'text' },
        placeIds.map((place_id) => ({ id: crypto.randomUUID(), place_id })),
      )}`.execute(db)

export const endOutages = (db: Db, { screenId, placeIds, reason, deviceId }: OutageRecord) =>
  sql`
    update seat_outages set ended_at = ${clock}, ended_by = ${deviceId}, end_reason = ${reason}
     where ended_at is null and screen_id = ${screenId} and place_id in (select id from ${idRows(db, placeIds)})`.execute(
    db,
  )
