import { DAY_MS } from '@marquee/contract/time'
import { sql } from 'kysely'
import {
  clock,
  executeTogether,
  idRows,
  inputRows,
  lookUp,
  statementForRows,
} from '#src/database/dialect.ts'
import { openShiftOfDevice, personAtDevice } from '#src/database/rows/staff.ts'
import type { BookedPlaceRow, BookingOrigin, BookingRow, Db } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'

const BOOKING = {
  id: 'text',
  reference: 'text',
  user_id: 'text',
  showtime_id: 'text',
  phone: 'text',
  total_cost: 'bigint',
  payment_status: 'text',
  created_at: 'bigint',
  idempotency_key: 'text',
  request_hash: 'text',
  channel: 'text',
  payment_method: 'text',
  voucher_id: 'text',
  voucher_amount: 'bigint',
  device_id: 'text',
  contact_name: 'text',
  contact_email: 'text',
  house_reason: 'text',
  house_until: 'bigint',
} as const

const BOOKED_PLACE = {
  booking_id: 'text',
  place_id: 'text',
  price: 'bigint',
  vehicle_number: 'text',
} as const

/** Inserts bookings. A trigger inserts their payments. Unique indexes refuse a second booking of an idempotency key. */
const insertBookings = statementForRows<BookingRow & BookingOrigin>(
  BOOKING,
  (wanted, db) => sql`
    insert into bookings
      (id, reference, user_id, showtime_id, phone, total_cost, payment_status, created_at, idempotency_key, request_hash,
       channel, payment_method, voucher_id, voucher_amount, device_id, person_id, shift_id, contact_name, contact_email, house_reason, house_until)
    select id, reference, user_id, showtime_id, phone, total_cost, payment_status, created_at, idempotency_key, request_hash,
           channel, payment_method, voucher_id, voucher_amount, device_id, ${personAtDevice}, ${openShiftOfDevice(db)}, contact_name, contact_email, house_reason, house_until
      from ${wanted}`,
)

export const insertPlaces = statementForRows<BookedPlaceRow>(
  BOOKED_PLACE,
  (wanted) => sql`
    insert into booking_places (booking_id, place_id, price, vehicle_number)
    select booking_id, place_id, price, vehicle_number from ${wanted}`,
)

/** Inserts bookings with their places. */
export const insertOrders = (
  db: Db,
  bookings: readonly (BookingRow & BookingOrigin)[],
  places: readonly BookedPlaceRow[],
) => executeTogether(db, [insertBookings.withRows(bookings), insertPlaces.withRows(places)])

/** The bookings of one user that contain any of the places. */
export const selectBookingsWithPlaces = (
  db: Db,
  userId: string,
  showtimeId: string,
  placeIds: string[],
) =>
  sql<{ id: string; reference: string }>`
    select distinct bookings.id, reference
      from ${idRows(db, placeIds)}
      join claims on claims.place_id = wanted.id and claims.showtime_id = ${showtimeId}
      join bookings on bookings.id = claims.booking_id
     where bookings.user_id = ${userId}`.execute(db)

export const selectPlaceIds = (db: Db, bookingId: string) =>
  db.selectFrom('booking_places').select('place_id').where('booking_id', '=', bookingId).execute()

/** A house seat, with the booking that keeps it from sale. */
export interface HousePlace {
  booking_id: string
  place_id: string
}

/** The house seats of these shows. */
export const selectHousePlaces = (db: Db, showtimeIds: readonly string[]) =>
  sql<HousePlace & { showtime_id: string }>`
    select showtime_id, booking_id, place_id
      from bookings join booking_places on booking_id = bookings.id
     where channel = 'house' and house_ended_at is null
       and showtime_id in (select id from ${idRows(db, showtimeIds)})`.execute(db)

/** Removes house seats that were sold. Marks the bookings of house seats that have no place left. */
export const removeHousePlaces = (db: Db, places: readonly HousePlace[]) =>
  awaitAll([
    () => deletePlaces(db, places),
    () =>
      markHouseSeatsEnded(
        db,
        places.map(({ booking_id }) => booking_id),
      ),
  ])

export const deletePlaces = (db: Db, places: readonly { booking_id: string; place_id: string }[]) =>
  sql`
    delete from booking_places where (booking_id, place_id) in (
      select booking_id, place_id
        from ${inputRows(
          db,
          { booking_id: 'text', place_id: 'text' },
          places.map(({ booking_id, place_id }) => ({ booking_id, place_id })),
        )})`.execute(db)

/** Marks the bookings of house seats that have no place left. */
export const markHouseSeatsEnded = (db: Db, bookingIds: readonly string[]) =>
  sql`
    update bookings set house_ended_at = ${clock}
     where house_ended_at is null and id in (select id from ${idRows(db, bookingIds)})
       and not exists (select 1 from booking_places where booking_id = bookings.id)`.execute(db)

interface OrderKeys {
  /** Null for an order of staff. */
  userId: string | null
  /** Null for an order of a visitor. */
  deviceId: string | null
  key: string | null
  /** The number of bookings a day is limited. */
  countsBookings: boolean
}

/** The booking that an idempotency key of a user has made. */
export const selectBookingOfKey = (db: Db, userId: string, key: string) =>
  sql<{ id: string }>`
    select id from bookings where user_id = ${userId} and idempotency_key = ${key}`.execute(db)

/** The buyer of an order, and the booking that its idempotency key has made before. */
export interface OrderRow {
  order_index: number
  /** Null if the account is deleted, and for an order of staff. */
  email: string | null
  existing_booking_id: string | null
  request_hash: string | null
  /** The bookings of the buyer in the last day; 0 unless their number is limited. */
  recent_bookings: number
}

const buyer = {
  table: 'users',
  columns: sql`email`,
  condition: sql`users.id = wanted.buyer`,
  optional: true,
}
const earlierBooking = {
  table: 'bookings',
  columns: sql`id, request_hash`,
  condition: sql`(user_id = wanted.buyer or (device_id = wanted.device and user_id is null)) and idempotency_key = wanted.key`,
  optional: true,
}

export const selectForOrders = (db: Db, orders: readonly OrderKeys[]) =>
  sql<OrderRow>`
    select order_index, email, bookings.id as existing_booking_id, request_hash,
           (select count(*) from bookings as recent
             where recent.user_id = wanted.limited_buyer and recent.created_at > ${clock} - ${sql.lit(DAY_MS)}) as recent_bookings
      from ${inputRows(
        db,
        {
          order_index: 'bigint',
          buyer: 'text',
          limited_buyer: 'text',
          device: 'text',
          key: 'text',
        },
        orders.map(({ userId, deviceId, key, countsBookings }, order_index) => ({
          order_index,
          buyer: userId,
          limited_buyer: countsBookings ? userId : null,
          device: deviceId,
          key,
        })),
      )}
           ${lookUp(db, buyer)}
           ${lookUp(db, earlierBooking)}`.execute(db)

interface FriendSeatOfBooking {
  bookingId: string
  placeId: string
  /** The visitor id of the friend. */
  friendId: string
  account: string | null
}

/** Records in the passes which friend of a shared selection has chosen the seat that another visitor of it pays for. The passes exist already. */
export const recordFriends = (db: Db, seats: readonly FriendSeatOfBooking[]) =>
  sql`
    update seat_passes set friend = wanted.friend, friend_user_id = wanted.account
      from ${inputRows(
        db,
        { booking: 'text', place: 'text', friend: 'text', account: 'text' },
        seats.map(({ bookingId, placeId, friendId, account }) => ({
          booking: bookingId,
          place: placeId,
          friend: friendId,
          account,
        })),
      )}
     where seat_passes.booking_id = booking and seat_passes.place_id = place and void_at is null`.execute(
    db,
  )
