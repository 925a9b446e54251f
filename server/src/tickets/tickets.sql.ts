import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import { cancellationReason } from '../database/rows/cancellation-reason.ts'
import { paidTotal, refundTotal, voucherRefundTotal } from '../database/rows/payments.ts'
import { showEnd } from '../database/rows/show-end.ts'
import type { BookingOrigin, CancelledBy, Db, PlaceType } from '../database/schema.ts'

/** A pass and the cancellation of its seat are written in one transaction, whose statements read the clock one after the other. */
const ONE_TRANSACTION_MS = 60_000

const MAX_FRIEND_SEATS = 100

/** A booking as its ticket shows it. */
export interface TicketRow {
  id: string
  reference: string
  user_id: string | null
  channel: BookingOrigin['channel']
  payment_method: BookingOrigin['payment_method']
  cancelled_by: CancelledBy
  /** Why the cinema has cancelled the show, and the booking with it. */
  cancellation_reason: string | null
  issue: number
  /** How often the booking was changed. */
  changes: number
  total_cost: number
  /** Rupees. */
  refunded: number
  /** Rupees of it that went to vouchers. */
  voucher_refunded: number
  created_at: number
  /** Until when a cancellation gives back the full price: the show was moved in time, or seats were lost. */
  full_refund_until: number | null
  /** The largest share of the price that is refunded, in percent. */
  refund_cap: number | null
  showtime_id: string
  starts_at: number
  cutoff_minutes: number | null
  screen: string
  movie_id: string
  movie: string
  genre: string
  duration: number
  rating: string
  image_url: string
  poster: string | null
  image: string | null
}

export interface TicketPlaceRow {
  booking_id: string
  kind: PlaceType
  label: string
  category: string | null
  vehicle_number: string | null
  /** The number of the pass of a seat, which stays as long as the seat is in the booking. 0 for a slot. */
  pass: number
}

/** The actions of the audit after which a calendar needs the entry again. */
const CHANGES = sql.join(
  [
    'booking.cancel',
    'booking.change-seats',
    'booking.change-parking',
    'booking.change-vehicle',
    'booking.reseat',
  ].map((action) => sql.lit(action)),
)
const columns = sql`
  bookings.id, reference, user_id, channel, payment_method, cancelled_by, issue, ${paidTotal} as total_cost, ${refundTotal} as refunded, ${voucherRefundTotal} as voucher_refunded, bookings.created_at, full_refund_until, refund_cap, bookings.showtime_id, starts_at, cutoff_minutes, screens.name as screen, movie_id,
  movies.name as movie, genre, duration, rating, image_url, poster, image, ${cancellationReason} as cancellation_reason,
  (select count(*) from audit where subject_id = bookings.id and action in (${CHANGES})) as changes`
const details = sql`
  join showtimes on showtimes.id = bookings.showtime_id
  join screens on screens.id = layout_id
  join movies on movies.id = movie_id`

export const selectTicket = (db: Db, reference: string) =>
  sql<TicketRow>`select ${columns} from bookings ${details} where reference = ${reference}`.execute(
    db,
  )

export const selectTickets = (db: Db, bookingIds: readonly string[]) =>
  sql<TicketRow>`
    select ${columns} from ${idRows(db, bookingIds)} join bookings on bookings.id = wanted.id ${details}`.execute(
    db,
  )

/** The places of bookings in the order of the seat map. */
export const selectTicketPlaces = (db: Db, bookingIds: readonly string[]) =>
  sql<TicketPlaceRow>`
    select booking_places.booking_id, kind, label, category, vehicle_number, coalesce(number, 0) as pass
      from ${idRows(db, bookingIds)}
      join booking_places on booking_places.booking_id = wanted.id
      join places on places.id = booking_places.place_id
      left join seat_passes on seat_passes.booking_id = booking_places.booking_id
       and seat_passes.place_id = booking_places.place_id and void_at is null
     order by kind, position`.execute(db)

/** When the seat of a pass left its booking, and whether it was given back. No row without such a pass. */
export const selectVoidPass = (db: Db, bookingId: string, number: number) =>
  sql<{ void_at: number; is_given_back: number }>`
    select void_at,
           case when exists (
             select 1 from cancelled_places
              where cancelled_places.booking_id = seat_passes.booking_id and cancelled_places.place_id = seat_passes.place_id
                and abs(cancelled_places.at - void_at) < ${ONE_TRANSACTION_MS}) then 1 else 0 end as is_given_back
      from seat_passes
     where booking_id = ${bookingId} and number = ${number} and void_at is not null`.execute(db)

interface FriendSeatRow {
  booking_id: string
  pass: number
}

/** The seats of shows to come that others have paid for a visitor, the next show first. */
export const selectFriendSeats = (
  db: Db,
  { visitorId, userId }: { visitorId: string; userId: string | null },
) =>
  sql<FriendSeatRow>`
    select booking_id, number as pass
      from seat_passes
      join bookings on bookings.id = booking_id
      join showtimes on showtimes.id = bookings.showtime_id
      join movies on movies.id = movie_id
     where (friend = ${visitorId} or friend_user_id = ${userId})
       and coalesce(bookings.user_id, '') <> coalesce(cast(${userId} as text), ' ')
       and ${showEnd} > ${clock}
     order by starts_at, booking_id, number limit ${MAX_FRIEND_SEATS}`.execute(db)

/** When the last seat of a booking left it. */
export const selectLastVoidPass = (db: Db, bookingId: string) =>
  sql<{ void_at: number | null }>`
    select max(void_at) as void_at from seat_passes where booking_id = ${bookingId}`.execute(db)

export const selectAdmitted = (db: Db, bookingId: string) =>
  sql<{ count: number; last_at: number | null }>`
    select coalesce(sum(count), 0) as count, max(case when count > 0 then scanned_at end) as last_at
      from admissions where booking_id = ${bookingId}`.execute(db)

export const countUpcomingBookings = (db: Db) =>
  sql<{ count: number }>`
    select count(*) as count from bookings join showtimes on showtimes.id = showtime_id where starts_at > ${clock}`.execute(
    db,
  )
