import type { VehicleState } from '@marquee/contract/office/valet'
import type { SlotType } from '@marquee/contract/parking'
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export interface VehicleRow {
  place_id: string
  slot: string
  type: SlotType
  booking_id: string
  reference: string
  vehicle_number: string | null
  state: VehicleState
  since: number | null
}

/**
 * The sold slots of a showtime, in the order of the seat map, and the vehicles of cancelled bookings that the valet still has. A state that was recorded for an
 * earlier booking of the slot does not count.
 */
const selectVehicles = (db: Db, condition: RawBuilder<unknown>) =>
  sql<VehicleRow>`
    select claims.place_id, label as slot, kind as type, bookings.id as booking_id, reference, vehicle_number,
           coalesce(state, 'expected') as state, since
      from (select showtime_id, place_id, booking_id from claims where booking_id is not null
            union
            select showtime_id, place_id, booking_id from vehicle_states
             where state not in ('expected', 'returned')
               and not exists (select 1 from claims
                                where claims.showtime_id = vehicle_states.showtime_id and claims.place_id = vehicle_states.place_id)) as claims
      join places on places.id = claims.place_id
      join bookings on bookings.id = claims.booking_id
      left join booking_places on booking_places.booking_id = bookings.id and booking_places.place_id = claims.place_id
      left join vehicle_states on vehicle_states.showtime_id = claims.showtime_id
            and vehicle_states.place_id = claims.place_id and vehicle_states.booking_id = bookings.id
     where kind <> 'seat' and channel <> 'house' and ${condition}
     order by kind, position`.execute(db)

export const selectVehiclesOfShow = (db: Db, showtimeId: string) =>
  selectVehicles(db, sql`claims.showtime_id = ${showtimeId}`)

export const selectVehicle = (db: Db, showtimeId: string, placeId: string) =>
  selectVehicles(db, sql`claims.showtime_id = ${showtimeId} and claims.place_id = ${placeId}`)

interface NewState {
  showtimeId: string
  placeId: string
  bookingId: string
  state: VehicleState
}

export const setState = (db: Db, { showtimeId, placeId, bookingId, state }: NewState) =>
  sql`
    insert into vehicle_states (showtime_id, place_id, booking_id, state, since)
    values (${showtimeId}, ${placeId}, ${bookingId}, ${state}, ${clock})
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id, state = excluded.state, since = excluded.since`.execute(
    db,
  )

export const selectTime = (db: Db, showtimeId: string) =>
  sql<{ now: number; starts_at: number; duration: number }>`
    select ${clock} as now, starts_at, duration
      from showtimes join movies on movies.id = movie_id
     where showtimes.id = ${showtimeId}`.execute(db)
