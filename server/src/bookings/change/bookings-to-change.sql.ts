import { type RawBuilder, sql } from 'kysely'
import { clock, idRows, inputRows } from '#src/database/dialect.ts'
import { signedAmount } from '#src/database/rows/payments.ts'
import type { Db } from '#src/database/schema.ts'
import type { BookedPlace, BookingToChange, PaidPart } from './planners/booking-change.ts'

/** The ids of bookings, as the relation `wanted`. */
export type BookingIds = RawBuilder<unknown>

export const theseBookings = (db: Db, ids: readonly string[]): BookingIds => idRows(db, ids)

export const bookingOfReference = (reference: string): BookingIds =>
  sql`(select id from bookings where reference = ${reference}) as wanted`

/** The bookings of a show that have places there, without house seats. With a limit the first ones, in the order of their ids. */
export const bookingsAtShow = (showtimeId: string, limit?: number): BookingIds => sql`
  (select distinct bookings.id
     from claims
     join bookings on bookings.id = claims.booking_id and bookings.showtime_id = claims.showtime_id
     join booking_places on booking_places.booking_id = bookings.id
    where claims.showtime_id = ${showtimeId} and channel <> 'house'
    ${limit === undefined ? sql`` : sql`order by bookings.id limit ${limit}`}) as wanted`

/** The bookings with one of the places at one of the shows. */
export const bookingsWithPlaces = (
  db: Db,
  showtimeIds: readonly string[],
  placeIds: readonly string[],
): BookingIds => sql`
  (select distinct booking_id as id
     from (select id from ${idRows(db, showtimeIds)}) as shows
     join claims on claims.showtime_id = shows.id
    where booking_id is not null and place_id in (select id from ${idRows(db, placeIds)})) as wanted`

/** The accounts of bookings. */
export const selectOwners = (db: Db, wanted: BookingIds) =>
  sql<{ user_id: string }>`
    select distinct user_id from ${wanted} join bookings on bookings.id = wanted.id where user_id is not null`.execute(
    db,
  )

/** Bookings, the first one first, without house seats. Mails go to the contact of a sale at the counter, else to the account. */
export const selectBookingsToChange = (db: Db, wanted: BookingIds) =>
  sql<Omit<BookingToChange, 'places' | 'paid'>>`
    select bookings.id, reference, channel, payment_method, showtime_id, bookings.user_id, issue, full_refund_until, refund_cap,
           coalesce(contact_email, users.email) as email,
           (select coalesce(sum(count), 0) from admissions where booking_id = bookings.id) as admitted
      from ${wanted}
      join bookings on bookings.id = wanted.id
      left join users on users.id = bookings.user_id
     where channel <> 'house'
     order by bookings.created_at, bookings.id`.execute(db)

/** What bookings have paid in each way and not got back, in the order of the payments. */
export const selectPaidParts = (db: Db, wanted: BookingIds) =>
  sql<PaidPart & { booking_id: string }>`
    select booking_id, method, voucher_id, sum(${signedAmount}) as amount
      from ${wanted} join payments on payments.booking_id = wanted.id
     group by booking_id, method, voucher_id having sum(${signedAmount}) > 0
     order by min(number)`.execute(db)

/** The places of bookings, in the order of the seat map. */
export const selectPlacesToChange = (db: Db, wanted: BookingIds) =>
  sql<BookedPlace & { booking_id: string }>`
    select booking_places.booking_id, booking_places.place_id, kind, label, category, access, price, vehicle_number,
           case when state not in ('expected', 'returned') then 1 else 0 end as has_arrived,
           case when state = 'returned' then 1 else 0 end as was_parked
      from ${wanted}
      join bookings on bookings.id = wanted.id
      join booking_places on booking_places.booking_id = bookings.id
      join places on places.id = booking_places.place_id
      left join vehicle_states on vehicle_states.showtime_id = bookings.showtime_id
           and vehicle_states.place_id = booking_places.place_id and vehicle_states.booking_id = bookings.id
     order by kind, position`.execute(db)

/** A request to change a booking. */
interface RequestKey {
  bookingId: string
  /** Null without an idempotency key. */
  keyHash: string | null
}

export interface RequestRow {
  request_index: number
  /** Of the request that has used the key before. */
  request_hash: string | null
  /** How often the visitor has changed the booking in the period, without cancellations. */
  recent_changes: number
}

/** What is known of requests to change bookings. Returns a row for each. */
export const selectForRequests = (db: Db, requests: readonly RequestKey[], periodMs: number) =>
  sql<RequestRow>`
    select request_index, request_hash,
           (select count(*) from audit
             where subject_id = wanted.booking and audit.at > ${clock} - ${periodMs} and device_id is null
               and action in ('booking.change-seats', 'booking.change-parking', 'booking.change-vehicle')) as recent_changes
      from ${inputRows(
        db,
        { request_index: 'bigint', booking: 'text', key: 'text' },
        requests.map(({ bookingId, keyHash }, request_index) => ({
          request_index,
          booking: bookingId,
          key: keyHash,
        })),
      )}
      left join booking_changes on booking_id = wanted.booking and key_hash = wanted.key`.execute(
    db,
  )
