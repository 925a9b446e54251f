import { type RawBuilder, sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db, ShowCancellationRow } from '#src/database/schema.ts'

/** Closes a showtime and records why. */
export async function insertCancellation(
  db: Db,
  { showtimeId, reason, deviceId }: { showtimeId: string; reason: string; deviceId: string },
) {
  await sql`update showtimes set cancelled_at = ${clock} where id = ${showtimeId}`.execute(db)
  await sql`
    insert into show_cancellations (showtime_id, reason, device_id, cancelled_at)
    values (${showtimeId}, ${reason}, ${deviceId}, ${clock})`.execute(db)
}

export const selectCancellation = (db: Db, showtimeId: string) =>
  sql<ShowCancellationRow>`
    select * from show_cancellations where showtime_id = ${showtimeId}`.execute(db)

export const selectUnfinished = (db: Db) =>
  sql<{ showtime_id: string }>`
    select showtime_id from show_cancellations where finished_at is null order by cancelled_at`.execute(
    db,
  )

export const countUnfinished = (db: Db) =>
  sql<{ count: number }>`
    select count(*) as count from show_cancellations where finished_at is null`.execute(db)

export const markFinished = (db: Db, showtimeId: string) =>
  sql`
    update show_cancellations set finished_at = ${clock} where showtime_id = ${showtimeId}`.execute(
    db,
  )

/** Rupees, and numbers of bookings and places. */
export interface RefundTotalsRow {
  bookings: number
  seats: number
  slots: number
  refund: number
  cash: number
  with_email: number
}

const TOTALS = sql`
           count(distinct bookings.id) as bookings,
           count(case when kind = 'seat' then 1 end) as seats,
           count(case when kind <> 'seat' then 1 end) as slots,
           coalesce(sum(case when payment_method <> 'complimentary' then amount end), 0) as refund,
           coalesce(sum(case when payment_method = 'cash' then amount end), 0) as cash,
           count(distinct case when coalesce(contact_email, users.email) is not null then bookings.id end) as with_email`

const BUYERS = sql`
      join places on places.id = place_id
      left join users on users.id = bookings.user_id`

/** What is still sold at a show. */
const soldPlaces = (showtimeId: string) => sql`
      select booking_places.booking_id, booking_places.place_id, price as amount
        from claims
        join booking_places on booking_places.booking_id = claims.booking_id and booking_places.place_id = claims.place_id
        join bookings on bookings.id = claims.booking_id
       where claims.showtime_id = ${showtimeId} and channel <> 'house'`

/** What has been refunded because the show was cancelled. */
const refundedPlaces = (showtimeId: string, since: number) => sql`
      select booking_id, place_id, refund as amount
        from cancelled_places join bookings on bookings.id = booking_id
       where cancelled_places.showtime_id = ${showtimeId} and at >= ${since} and cancelled_by = 'cinema'`

const countPlaces = (db: Db, places: RawBuilder<unknown>) =>
  sql<RefundTotalsRow>`
    select ${TOTALS} from (${places}) as places_of_bookings
      join bookings on bookings.id = places_of_bookings.booking_id ${BUYERS}`.execute(db)

export const countSold = (db: Db, showtimeId: string) => countPlaces(db, soldPlaces(showtimeId))

export const countRefunded = (db: Db, showtimeId: string, since: number) =>
  countPlaces(db, refundedPlaces(showtimeId, since))

export interface FollowUpRow {
  reference: string
  name: string | null
  phone: string | null
  email: string | null
  /** Rupees. */
  cash: number
}

/** The sold and refunded bookings without an email or paid in cash. `cancelledAt` is null if the show is not cancelled. */
export const selectFollowUps = (db: Db, showtimeId: string, cancelledAt: number | null) =>
  sql<FollowUpRow>`
    select reference, coalesce(contact_name, users.username) as name, coalesce(bookings.phone, users.phone) as phone,
           coalesce(contact_email, users.email) as email,
           sum(case when payment_method = 'cash' then amount else 0 end) as cash
      from (${soldPlaces(showtimeId)} ${cancelledAt === null ? sql`` : sql`union all ${refundedPlaces(showtimeId, cancelledAt)}`}) as places_of_bookings
      join bookings on bookings.id = places_of_bookings.booking_id ${BUYERS}
     where payment_method = 'cash' or coalesce(contact_email, users.email) is null
     group by reference, contact_name, users.username, bookings.phone, users.phone, contact_email, users.email
     order by reference`.execute(db)

/** People who were let in, vehicles that the valet has, and visitors who hold places. */
export const countPresent = (db: Db, showtimeId: string) =>
  sql<{ admitted: number; parked: number; holders: number }>`
    select (select coalesce(sum(count), 0) from admissions where showtime_id = ${showtimeId}) as admitted,
           (select count(*) from vehicle_states
             where showtime_id = ${showtimeId} and state not in ('expected', 'returned')) as parked,
           (select count(*) from selections where showtime_id = ${showtimeId} and deadline > ${clock}) as holders`.execute(
    db,
  )
