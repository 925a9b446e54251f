import type { Channel } from '@marquee/contract/office/shows/shows'
import { type RawBuilder, sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export interface StaffShowRow {
  id: string
  /** The screen, whatever the version of its layout. */
  screen_id: string
  /** Its version of the layout. */
  layout_id: string
  screen: string
  /** Grows with each change of the places. */
  places_revision: number
  movie_id: string
  movie: string
  duration: number
  rating: string
  starts_at: number
  cutoff_minutes: number | null
  rev: number
  cancellation_reason: string | null
  finished_at: number | null
  now: number
}

const selectShowRows = (db: Db, condition: RawBuilder<unknown>) =>
  sql<StaffShowRow>`
    select showtimes.id, coalesce(version_of, screens.id) as screen_id, layout_id, screens.name as screen, places_revision, movie_id, movies.name as movie, duration, rating,
           starts_at, cutoff_minutes, rev, reason as cancellation_reason, finished_at, ${clock} as now
      from screens
     cross join showtimes
     cross join movies
      left join show_cancellations on showtime_id = showtimes.id
     where showtimes.layout_id = screens.id and movies.id = movie_id and ${condition}
     order by starts_at, screen`.execute(db)

/** The shows that start in a period. The index of layouts and starts finds them. */
export const selectShows = (db: Db, { from, to }: { from: number; to: number }) =>
  selectShowRows(db, sql`starts_at >= ${from} and starts_at < ${to}`)

export const selectShowsById = (db: Db, ids: readonly string[]) =>
  selectShowRows(db, sql`showtimes.id in (select id from ${idRows(db, ids)})`)

export const selectShow = (db: Db, id: string) => selectShowRows(db, sql`showtimes.id = ${id}`)

/** The shows whose cancellation is not finished. */
export const selectCancelling = (db: Db) =>
  selectShowRows(
    db,
    sql`showtimes.id in (select showtime_id from show_cancellations where finished_at is null)`,
  )

/** Staff that never enters a return must not make the list longer and longer. */
const MAX_SHOWS_WITH_VEHICLES = sql.lit(50)

/** The latest shows whose vehicles are not all returned. The condition is that of its index. */
export const selectShowsWithVehicles = (db: Db) =>
  sql<{ showtime_id: string }>`
    select showtime_id
      from (select distinct showtime_id from vehicle_states where state not in ('expected', 'returned')) as waiting
      join showtimes on showtimes.id = showtime_id
     order by starts_at desc limit ${MAX_SHOWS_WITH_VEHICLES}`.execute(db)

export const selectScreens = (db: Db) =>
  sql<{ id: string; name: string }>`
    select id, name from screens where version_of is null order by name`.execute(db)

/** The people who were let in, by showtime. */
export const countAdmitted = (db: Db, showtimeIds: readonly string[]) =>
  sql<{ showtime_id: string; admitted: number }>`
    select showtime_id, sum(count) as admitted
      from ${idRows(db, showtimeIds)} join admissions on showtime_id = wanted.id
     group by showtime_id`.execute(db)

export const selectShowsWithExcess = (db: Db, showtimeIds: readonly string[]) =>
  sql<{ showtime_id: string }>`
    select distinct showtime_id
      from ${idRows(db, showtimeIds)} join excess_admissions on showtime_id = wanted.id`.execute(db)

/** The shows whose house seats are unblocked within this time. */
export const selectShowsWithEndingHouseSeats = (db: Db, withinMs: number) =>
  sql<{ showtime_id: string }>`
    select distinct showtime_id from bookings
     where house_until <= ${clock} + ${withinMs} and house_ended_at is null`.execute(db)

export interface ClaimingBookingRow {
  id: string
  reference: string
  channel: Channel | 'house'
  house_reason: string | null
  contact_name: string | null
  house_until: number | null
}

/** The bookings of a show, by id. */
export const selectClaimingBookings = (db: Db, ids: readonly string[]) =>
  sql<ClaimingBookingRow>`
    select bookings.id, reference, channel, house_reason, contact_name, house_until
      from ${idRows(db, ids)} join bookings on bookings.id = wanted.id`.execute(db)

/** Why seats of a layout are out of service. */
export const selectOutageReasons = (db: Db, layoutId: string) =>
  sql<{ place_id: string; reason: string }>`
    select place_id, reason
      from seat_outages join places on places.id = place_id
     where layout_id = ${layoutId} and ended_at is null`.execute(db)

/** The people who were let in, by booking and pass, with the seat of the pass. Null: the pass of the party, or the seat has left the booking. */
export const selectAdmittedPasses = (db: Db, showtimeId: string) =>
  sql<{ booking_id: string; place_id: string | null; admitted: number }>`
    select admissions.booking_id, place_id, sum(count) as admitted
      from admissions
      left join seat_passes on seat_passes.booking_id = admissions.booking_id and number = pass and void_at is null
     where showtime_id = ${showtimeId}
     group by admissions.booking_id, pass, place_id having sum(count) > 0`.execute(db)
