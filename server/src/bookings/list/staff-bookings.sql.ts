import type { PaymentMethod } from '@marquee/contract/office/bookings'
import type { Channel } from '@marquee/contract/office/shows/shows'
import { type RawBuilder, sql } from 'kysely'
import { clock, idRows, lookUp, phoneKey } from '#src/database/dialect.ts'
import { newId } from '#src/database/rows/new-id.ts'
import { paidTotal, refundTotal } from '#src/database/rows/payments.ts'
import type { Db, OutboxRow, PlaceType } from '#src/database/schema.ts'

/** A booking as staff sees it. House seats are no bookings. */
export interface StaffBookingRow {
  id: string
  reference: string
  user_id: string | null
  channel: Channel
  payment_method: PaymentMethod
  payment_reason: string | null
  voucher_amount: number
  movie_id: string
  movie: string
  rating: string
  duration: number
  showtime_id: string
  starts_at: number
  screen: string
  total_cost: number
  refunded: number
  created_at: number
  name: string | null
  email: string | null
  phone: string | null
}

const isSale = sql`channel <> 'house'`

const selectStaffBookings = (
  db: Db,
  ids: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
) =>
  sql<StaffBookingRow>`
    select bookings.id, reference, bookings.user_id, channel, payment_method, voucher_amount,
           (select reason from audit where subject_id = bookings.id and action = 'booking.sell') as payment_reason,
           movie_id, movies.name as movie, rating, duration, showtime_id, starts_at, screens.name as screen,
           ${paidTotal} as total_cost, ${refundTotal} as refunded, bookings.created_at, coalesce(contact_name, users.username) as name,
           coalesce(contact_email, users.email) as email, coalesce(bookings.phone, users.phone) as phone
      from ${ids}
      join bookings on bookings.id = wanted.id
      join showtimes on showtimes.id = showtime_id
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id
      left join users on users.id = bookings.user_id
     where ${isSale} ${order}`.execute(db)

/** Starts of shows: from (inclusive) and to (exclusive), in epoch milliseconds. */
export interface StartPeriod {
  from: number
  to: number
}

interface BookingFilter {
  /** Only bookings of shows that start then. */
  period?: StartPeriod | undefined
  limit: number
}

/** The latest shows first. */
export const selectBookings = (db: Db, ids: readonly string[], { period, limit }: BookingFilter) =>
  selectStaffBookings(
    db,
    idRows(db, ids),
    sql`${period ? sql`and starts_at >= ${period.from} and starts_at < ${period.to}` : sql``}
        order by starts_at desc, bookings.created_at desc, bookings.id limit ${limit}`,
  )

export const selectBookingOfReference = (db: Db, reference: string) =>
  selectStaffBookings(db, sql`(select id from bookings where reference = ${reference}) as wanted`)

export interface StaffPlaceRow {
  booking_id: string
  place_id: string
  kind: PlaceType
  label: string
  category: string | null
  price: number
  vehicle_number: string | null
}

/** In the order of the seat map. */
export const selectPlaces = (db: Db, bookingIds: readonly string[]) =>
  sql<StaffPlaceRow>`
    select booking_id, place_id, kind, label, category, price, vehicle_number
      from ${idRows(db, bookingIds)}
      join booking_places on booking_id = wanted.id
      join places on places.id = place_id
     order by kind, position`.execute(db)

/** The places that cancelled bookings had, each once. The prices are what was paid for them. */
export const selectFormerPlaces = (db: Db, bookingIds: readonly string[]) =>
  sql<StaffPlaceRow>`
    select cancelled_places.booking_id, place_id, kind, label, category, max(price) as price, null as vehicle_number
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join cancelled_places on cancelled_places.booking_id = bookings.id and cancelled_places.showtime_id = bookings.showtime_id
      join places on places.id = place_id
     group by cancelled_places.booking_id, place_id, kind, label, category, position
     order by kind, position`.execute(db)

type Found = { id: string }

/** The limit keeps each search short; the latest of them are shown. */
const MAX_CANDIDATES = sql.lit(500)

/** References between two, inclusive. All have the same length and alphabet, so a range finds a beginning. */
export const findByReference = (db: Db, first: string, last: string) =>
  sql<Found>`
    select id from bookings
     where reference between ${first} and ${last} and ${isSale} limit ${MAX_CANDIDATES}`.execute(db)

/** `key`: the last ten digits. */
export const findByPhone = (db: Db, key: string) =>
  sql<Found>`
    select id from bookings
     where ${phoneKey(db, sql`phone`)} = ${key} and phone is not null limit ${MAX_CANDIDATES}`.execute(
    db,
  )

/** The email of the account or of the contact, in lower case. */
export const findByEmail = (db: Db, email: string) =>
  sql<Found>`
    select id from (
      select bookings.id from users ${lookUp(db, {
        table: 'bookings',
        columns: sql`id`,
        condition: sql`bookings.user_id = users.id`,
      })} where email = ${email}
      union all
      select id from bookings where contact_email = ${email}) as found
     limit ${MAX_CANDIDATES}`.execute(db)

export const findByVehicle = (db: Db, vehicleNumber: string) =>
  sql<Found>`
    select booking_id as id from booking_places
     where vehicle_number = ${vehicleNumber} limit ${MAX_CANDIDATES}`.execute(db)

export interface ContactSearch {
  name?: string | undefined
  phonePart?: string | undefined
  vehiclePart?: string | undefined
}

/**
 * The bookings of these shows, also cancelled ones, with this beginning of a word in the name, or this part of the phone or vehicle number. No
 * index finds a part, so the shows limit what is read. None of the texts has a character with a meaning in \`like\`.
 */
export function findByContact(
  db: Db,
  { name, phonePart, vehiclePart }: ContactSearch,
  showtimeIds: readonly string[],
) {
  const wanted = idRows(db, showtimeIds)
  const matches = [
    ...(name === undefined
      ? []
      : [
          sql`' ' || lower(coalesce(contact_name, users.username)) like '% ' || lower(cast(${name} as text)) || '%'`,
        ]),
    ...(phonePart === undefined
      ? []
      : [sql`${phoneKey(db, sql`bookings.phone`)} like ${`%${phonePart}%`}`]),
    ...(vehiclePart === undefined ? [] : [sql`vehicle_number like ${`%${vehiclePart}%`}`]),
  ]
  return sql<Found>`
    select distinct bookings.id
      from (select booking_id, claims.place_id from ${wanted} cross join claims
             where claims.showtime_id = wanted.id and booking_id is not null
            union all
            select booking_id, cancelled_places.place_id from ${wanted} cross join cancelled_places
             where cancelled_places.showtime_id = wanted.id) as found
           ${lookUp(db, {
             table: 'bookings',
             columns: sql`id, user_id, phone, contact_name, channel`,
             condition: sql`bookings.id = found.booking_id`,
           })}
           ${lookUp(db, {
             table: 'users',
             columns: sql`username`,
             condition: sql`users.id = bookings.user_id`,
             optional: true,
           })}
           ${lookUp(db, {
             table: 'booking_places',
             columns: sql`vehicle_number`,
             condition: sql`booking_places.booking_id = bookings.id and booking_places.place_id = found.place_id`,
             optional: true,
           })}
     where ${isSale} and (${sql.join(matches, sql` or `)})
     limit ${MAX_CANDIDATES}`.execute(db)
}

/** The bookings of a seat or slot at these shows. */
export const findByPlace = (db: Db, label: string, showtimeIds: readonly string[]) =>
  sql<Found>`
    select booking_id as id
      from ${idRows(db, showtimeIds)}
     cross join showtimes
     cross join places
     cross join claims
     where showtimes.id = wanted.id
       and places.layout_id = showtimes.layout_id and kind in ('seat', 'twoWheeler', 'fourWheeler') and label = ${label}
       and claims.showtime_id = showtimes.id and claims.place_id = places.id and booking_id is not null
     limit ${MAX_CANDIDATES}`.execute(db)

/** Mails about the booking go to this email, and not to that of the account. */
export const saveContactEmail = (db: Db, bookingId: string, email: string) =>
  sql`update bookings set contact_email = ${email} where id = ${bookingId}`.execute(db)

interface NewNote {
  bookingId: string
  deviceId: string
  content: string
}

export const insertNote = (db: Db, { bookingId, deviceId, content }: NewNote) =>
  sql`
    insert into booking_notes (id, booking_id, device_id, at, content)
    values (${newId()}, ${bookingId}, ${deviceId}, ${clock}, ${content})`.execute(db)

export const selectNotes = (db: Db, bookingId: string) =>
  sql<{ id: string; at: number; device_id: string; device_name: string | null; content: string }>`
    select booking_notes.id, at, device_id, devices.name as device_name, content
      from booking_notes left join devices on devices.id = device_id
     where booking_id = ${bookingId} order by at, booking_notes.id`.execute(db)

/** The mails about a booking. */
export const selectMails = (db: Db, bookingId: string) =>
  sql<Pick<OutboxRow, 'created_at' | 'attempts' | 'sent_at' | 'refused_at' | 'refusal'>>`
    select created_at, attempts, sent_at, refused_at, refusal from outbox
     where booking_id = ${bookingId} and booking_id is not null order by created_at`.execute(db)
