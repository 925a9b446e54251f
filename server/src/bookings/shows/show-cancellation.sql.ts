import type { RefundAs, RefundFor } from '@marquee/contract/office/shows/show-cancellations'
import { type RawBuilder, sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db, ShowCancellationRow } from '#src/database/schema.ts'
import type { PaidPart } from '../change/planners/booking-change.ts'

interface NewCancellation {
  showtimeId: string
  reason: string
  deviceId: string
  refundFor: RefundFor
  refundAs: RefundAs
}

/** Closes a showtime and records why. */
export async function insertCancellation(
  db: Db,
  { showtimeId, reason, deviceId, refundFor, refundAs }: NewCancellation,
) {
  await sql`update showtimes set cancelled_at = ${clock} where id = ${showtimeId}`.execute(db)
  await sql`
    insert into show_cancellations (showtime_id, reason, device_id, refund_for, refund_as, cancelled_at)
    values (${showtimeId}, ${reason}, ${deviceId}, ${refundFor}, ${refundAs}, ${clock})`.execute(db)
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

/** Numbers of bookings and places. */
interface RefundTotalsRow {
  bookings: number
  seats: number
  slots: number
  with_email: number
}

const TOTALS = sql`
           count(distinct bookings.id) as bookings,
           count(case when kind = 'seat' then 1 end) as seats,
           count(case when kind <> 'seat' then 1 end) as slots,
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

export const countRefunded = (db: Db, showtimeId: string, since: number) =>
  countPlaces(db, refundedPlaces(showtimeId, since))

/** What the bookings of a cancelled show got back, by method. */
export const sumRefunds = (db: Db, showtimeId: string, since: number) =>
  sql<PaidPart>`
    select method, null as voucher_id, sum(amount) as amount
      from payments
     where kind = 'refund' and at >= ${since}
       and booking_id in (select booking_id from cancelled_places join bookings on bookings.id = booking_id
                           where cancelled_places.showtime_id = ${showtimeId} and cancelled_places.at >= ${since}
                             and cancelled_by = 'cinema')
     group by method`.execute(db)

interface FollowUpRow {
  reference: string
  name: string | null
  phone: string | null
  email: string | null
  /** Rupees. */
  cash: number
}

interface FollowUps {
  showtimeId: string
  /** Null: the show is not cancelled. */
  cancelledAt: number | null
  refundFor: RefundFor
  refundAs: RefundAs
}

/** The sold and refunded bookings without an email, or that get cash. */
export function selectFollowUps(
  db: Db,
  { showtimeId, cancelledAt, refundFor, refundAs }: FollowUps,
) {
  const isRefunded =
    refundFor === 'all'
      ? sql`1 = 1`
      : sql`(select coalesce(sum(count), 0) from admissions where admissions.booking_id = bookings.id) > 0`
  const getsCash =
    refundAs === 'money' ? sql`payment_method = 'cash' and ${isRefunded}` : sql`1 = 0`
  return sql<FollowUpRow>`
    select reference, coalesce(contact_name, users.username) as name, coalesce(bookings.phone, users.phone) as phone,
           coalesce(contact_email, users.email) as email,
           sum(case when ${getsCash} then amount else 0 end) as cash
      from (${soldPlaces(showtimeId)} ${cancelledAt === null ? sql`` : sql`union all ${refundedPlaces(showtimeId, cancelledAt)}`}) as places_of_bookings
      join bookings on bookings.id = places_of_bookings.booking_id ${BUYERS}
     where (${getsCash}) or coalesce(contact_email, users.email) is null
     group by reference, contact_name, users.username, bookings.phone, users.phone, contact_email, users.email
     order by reference`.execute(db)
}

/** People who were let in, vehicles that the valet has, and visitors who hold places. */
export const countPresent = (db: Db, showtimeId: string) =>
  sql<{ admitted: number; parked: number; holders: number }>`
    select (select coalesce(sum(count), 0) from admissions where showtime_id = ${showtimeId}) as admitted,
           (select count(*) from vehicle_states
             where showtime_id = ${showtimeId} and state not in ('expected', 'returned')) as parked,
           (select count(*) from selections where showtime_id = ${showtimeId} and deadline > ${clock}) as holders`.execute(
    db,
  )
