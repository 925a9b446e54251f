import { type RawBuilder, sql } from 'kysely'
import { clock, idRows, inputRows, lookUp } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import { paymentStatus } from '../database/rows/payments.ts'
import type { BookedPlaceRow, CancelledBy, Db, PaymentRow, PlaceType } from '../database/schema.ts'

export interface OwnBooking {
  userId: string
  reference: string
}

export interface ShowTimes {
  starts_at: number
  cutoff_minutes: number | null
  /** When the cinema has cancelled the show. */
  show_cancelled_at: number | null
}

export interface BookingToChange extends ShowTimes {
  id: string
  reference: string
  showtime_id: string
  movie: string
  /** Minutes. */
  duration: number
  /** By the database's clock, epoch milliseconds. */
  now: number
  /** People who were let in. */
  admitted: number
  /** Until when the booking can be cancelled for a full refund, because its show was moved in time or seats were lost. */
  full_refund_until: number | null
  /** The largest share of the price that is refunded, in percent: the booking was moved to this show when another one gave back no more. */
  refund_cap: number | null
}

/** Locks a booking of a user, so that two changes, or a change and a door, decide one after the other. */
export const lockBooking = (db: Db, { userId, reference }: OwnBooking) =>
  sql<{ id: string }>`
    select id from bookings
     where reference = ${reference} and user_id = ${userId} ${lockRows(db, 'bookings')}`.execute(db)

/** Locks bookings in the order of their ids. */
export const lockBookings = (db: Db, ids: readonly string[]) =>
  sql`
    select bookings.id from (select id from ${idRows(db, ids)} order by id) as wanted ${lookUp(db, {
      table: 'bookings',
      columns: sql`id`,
      condition: sql`bookings.id = wanted.id`,
      lock: lockRows(db, 'bookings'),
    })}`.execute(db)

export const selectBooking = (db: Db, { userId, reference }: OwnBooking) =>
  selectBookingWhere(db, sql`reference = ${reference} and user_id = ${userId}`)

/** A sale, for staff. */
export const selectSale = (db: Db, id: string) =>
  selectBookingWhere(db, sql`bookings.id = ${id} and channel <> 'house'`)

/** In a transaction that changes the booking, call it after the lock. */
const selectBookingWhere = (db: Db, condition: RawBuilder<unknown>) =>
  sql<BookingToChange>`
    select bookings.id, reference, showtime_id, starts_at, cutoff_minutes, full_refund_until, refund_cap, cancelled_at as show_cancelled_at,
           movies.name as movie, duration, ${clock} as now,
           (select coalesce(sum(count), 0) from admissions where booking_id = bookings.id) as admitted
      from bookings join showtimes on showtimes.id = showtime_id
      join movies on movies.id = movie_id
     where ${condition}`.execute(db)

/** A sale, the account that made it, and who receives mails about it. */
interface SaleOwner {
  id: string
  user_id: string | null
  email: string | null
}

/** A sale by its reference. */
export const selectSaleOwner = (db: Db, reference: string) =>
  sql<SaleOwner>`
    select bookings.id, user_id, ${buyerEmail} as email ${buyers}
     where reference = ${reference} and channel <> 'house'`.execute(db)

/** Sales in the order of their ids. */
export const selectSaleOwners = (db: Db, ids: readonly string[]) =>
  sql<SaleOwner>`
    select bookings.id, user_id, ${buyerEmail} as email ${buyers}
     where bookings.id in (select id from ${idRows(db, ids)})
     order by bookings.id`.execute(db)

/** Where mails about a booking go: to the contact of a sale at the counter, else to the account. */
const buyerEmail = sql<string | null>`coalesce(booking_contacts.email, users.email)`
const buyers = sql`
  from bookings
  left join users on users.id = user_id
  left join booking_contacts on booking_id = bookings.id`

export interface PlaceToChange {
  place_id: string
  kind: PlaceType
  label: string
  price: number
  /** 1: the valet has the vehicle of the slot. */
  has_arrived: number
  /** 1: the valet has given the vehicle back. The slot was used. */
  is_used: number
}

export const selectPlaces = (db: Db, { id, showtime_id }: BookingToChange) =>
  sql<PlaceToChange>`
    select booking_places.place_id, kind, label, price,
           case when state not in ('expected', 'returned') then 1 else 0 end as has_arrived,
           case when state = 'returned' then 1 else 0 end as is_used
      from booking_places join places on places.id = booking_places.place_id
      left join vehicle_states
        on vehicle_states.showtime_id = ${showtime_id} and vehicle_states.place_id = booking_places.place_id
           and vehicle_states.booking_id = ${id}
     where booking_places.booking_id = ${id}
     order by kind, position`.execute(db)

interface ChangeKey {
  bookingId: string
  keyHash: string
}

export const selectChange = (db: Db, { bookingId, keyHash }: ChangeKey) =>
  sql<{ request_hash: string }>`
    select request_hash from booking_changes where booking_id = ${bookingId} and key_hash = ${keyHash}`.execute(
    db,
  )

export const insertChange = (
  db: Db,
  { bookingId, keyHash, requestHash }: ChangeKey & { requestHash: string },
) =>
  sql`
    insert into booking_changes (booking_id, key_hash, request_hash, at)
    values (${bookingId}, ${keyHash}, ${requestHash}, ${clock})`.execute(db)

/** Counts the changes of a booking by its visitor, without cancellations. */
export const countVisitorChanges = (db: Db, bookingId: string, periodMs: number) =>
  sql<{ count: number }>`
    select count(*) as count from audit
     where subject_id = ${bookingId} and at > ${clock} - ${periodMs} and device_id is null
       and action in ('booking.change-seats', 'booking.change-parking', 'booking.change-vehicle')`.execute(
    db,
  )

/** Records places of a booking as cancelled. */
export const insertCancelled = (
  db: Db,
  { id, showtime_id }: Pick<BookingToChange, 'id' | 'showtime_id'>,
  places: readonly { place_id: string; price: number; refund: number }[],
) =>
  sql`
    insert into cancelled_places (id, booking_id, showtime_id, place_id, price, refund, at)
    select id, ${id}, ${showtime_id}, place_id, price, refund, ${clock}
      from ${inputRows(
        db,
        { id: 'text', place_id: 'text', price: 'bigint', refund: 'bigint' },
        places.map(({ place_id, price, refund }) => ({
          ...{ id: crypto.randomUUID(), place_id, price, refund },
        })),
      )}`.execute(db)

export const deletePlaces = (db: Db, bookingId: string, placeIds: readonly string[]) =>
  sql`
    delete from booking_places
     where booking_id = ${bookingId} and place_id in (select id from ${idRows(db, placeIds)})`.execute(
    db,
  )

/** The price of a place of a booking, and the vehicle of a slot. */
export type NewPlace = Omit<BookedPlaceRow, 'booking_id'>

/** A place with the times of its show. */
export interface OfferedChangePlace extends ShowTimes {
  place_id: string
  kind: PlaceType
  category: string | null
}

/** Those of the places that belong to the screen of a showtime of the movie that was booked. */
export const selectOfferedPlaces = (
  db: Db,
  { showtime_id }: Pick<BookingToChange, 'showtime_id'>,
  { showtimeId, placeIds }: { showtimeId: string; placeIds: readonly string[] },
) =>
  sql<OfferedChangePlace>`
    select places.id as place_id, kind, category, showtimes.starts_at, showtimes.cutoff_minutes,
           showtimes.cancelled_at as show_cancelled_at
      from ${idRows(db, placeIds)}
      join places on places.id = wanted.id
      join showtimes on showtimes.id = ${showtimeId} and showtimes.screen_id = places.screen_id
      join showtimes as booked on booked.id = ${showtime_id} and booked.movie_id = showtimes.movie_id
     order by kind, position`.execute(db)

export const setVehicleNumber = (
  db: Db,
  bookingId: string,
  { slotId, vehicleNumber }: { slotId: string; vehicleNumber: string },
) =>
  sql`
    update booking_places set vehicle_number = ${vehicleNumber}
     where booking_id = ${bookingId} and place_id = ${slotId}`.execute(db)

type NewPayment = Pick<PaymentRow, 'kind' | 'amount' | 'reason'> & {
  bookingId: string
  /** The device of the staff. */
  deviceId?: string | null
}

/** The booking is locked, so its rows are counted without gaps. */
export const insertPayment = (
  db: Db,
  { bookingId, kind, amount, reason, deviceId = null }: NewPayment,
) =>
  sql`
    insert into payments (booking_id, number, kind, amount, reason, device_id, at)
    select ${bookingId}, coalesce(max(number), 0) + 1, ${kind}, ${amount}, ${reason}, ${deviceId}, ${clock}
      from payments where booking_id = ${bookingId}`.execute(db)

interface BookingUpdate {
  showtimeId: string
  cancelledBy?: CancelledBy
  /** Null: as before. */
  refundCap?: number | null
  /** Rupees that an exchange of seats does not give back. */
  fee?: number
}

/**
 * Sets the payment status by the ledger, and records what an exchange of seats keeps. At another showtime the full refund for a moved show or lost
 * seats no longer applies.
 */
export const updateBooking = (
  db: Db,
  bookingId: string,
  { showtimeId, cancelledBy = null, refundCap = null, fee = 0 }: BookingUpdate,
) =>
  sql`
    update bookings
       set payment_status = ${paymentStatus}, showtime_id = ${showtimeId},
           refund_cap = coalesce(cast(${refundCap} as integer), refund_cap), exchange_fees = exchange_fees + ${fee},
           cancelled_by = ${cancelledBy}, full_refund_until = case when showtime_id = ${showtimeId} then full_refund_until end
     where id = ${bookingId}`.execute(db)

/** Makes the passes of a booking void. With an issue number only those of that number. */
export const raiseIssue = (db: Db, bookingId: string, issue: number | null = null) =>
  sql<{ id: string }>`
    update bookings set issue = issue + 1
     where id = ${bookingId} and issue = coalesce(cast(${issue} as integer), issue)
    returning id`.execute(db)

/** Deletes also a reminder that was sent: a booking that was moved gets another one. */
export const deleteReminder = (db: Db, bookingId: string) =>
  sql`delete from outbox where booking_id = ${bookingId} and kind = 'reminder'`.execute(db)

export const selectPayments = (db: Db, bookingId: string) =>
  sql<Pick<PaymentRow, 'amount' | 'kind' | 'at'>>`
    select amount, kind, at from payments where booking_id = ${bookingId} order by number`.execute(
    db,
  )
