import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import { cancellationReason } from '#src/database/rows/cancellation-reason.ts'
import { paidTotal, refundTotal } from '#src/database/rows/payments.ts'
import { showEnd } from '#src/database/rows/show-end.ts'
import type { BookingRow, CancelledBy, Db, PlaceType } from '#src/database/schema.ts'

interface ShowtimeColumns {
  movie_id: string
  name: string
  genre: string
  duration: number
  image_url: string
  starts_at: number
  cutoff_minutes: number | null
  screen: string
}

export type BookingDetailsRow = Omit<BookingRow, 'idempotency_key' | 'request_hash'> &
  ShowtimeColumns & {
    /** Rupees. */
    refunded?: number
    /** The booking holds no place any more. */
    isCancelled?: boolean
    cancelled_by?: CancelledBy
    /** Why the cinema has cancelled the show, and the booking with it. */
    cancellation_reason?: string | null
    /** Until when a cancellation gives back the full price: the show was moved in time, or seats were lost. */
    full_refund_until?: number | null
    /** The largest share of the price that is refunded, in percent. */
    refund_cap?: number | null
    movedFrom?: MovedFromRow | undefined
    hasLostSeats?: boolean
    /** The address that has refused a mail about the booking. */
    refusedEmail?: string | undefined
  }

const selectBookings = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('showtimes', 'showtimes.id', 'bookings.showtime_id')
    .innerJoin('screens', 'screens.id', 'showtimes.layout_id')
    .innerJoin('movies', 'movies.id', 'showtimes.movie_id')
    .select([
      'bookings.id',
      'reference',
      'user_id',
      'bookings.showtime_id',
      'phone',
      paidTotal.as('total_cost'),
      refundTotal.as('refunded'),
      'payment_status',
      'created_at',
      'movies.id as movie_id',
      'movies.name',
      'genre',
      'duration',
      'image_url',
      'starts_at',
      'cutoff_minutes',
      'screens.name as screen',
      'cancelled_by',
      'full_refund_until',
      'refund_cap',
      cancellationReason.as('cancellation_reason'),
    ])

interface BookingPage {
  /** The id of the last booking of the page before. */
  before: string | undefined
  limit: number
}

/** The ids of a user's bookings: those that are not over or cancelled first, each the newest first. */
export const selectBookingIdsOfUser = (db: Db, userId: string, { before, limit }: BookingPage) =>
  sql<{ id: string }>`
    with own as (
      select bookings.id, bookings.created_at,
             case when ${showEnd} > ${clock}
                       and exists (select 1 from booking_places where booking_id = bookings.id) then 1 else 0 end as is_upcoming
        from bookings join showtimes on showtimes.id = showtime_id join movies on movies.id = movie_id
       where user_id = ${userId})
    select id from own
     ${
       before === undefined
         ? sql``
         : sql`where (is_upcoming, created_at, id) < (select is_upcoming, created_at, id from own where id = ${before})`
     }
     order by is_upcoming desc, created_at desc, id desc limit ${limit}`.execute(db)

export const selectBookingsByIds = (db: Db, ids: readonly string[]): Promise<BookingDetailsRow[]> =>
  selectBookings(db)
    .where(sql<boolean>`bookings.id in (select id from ${idRows(db, ids)})`)
    .execute()

export const selectBooking = (db: Db, id: string): Promise<BookingDetailsRow> =>
  selectBookings(db).where('bookings.id', '=', id).executeTakeFirstOrThrow()

/** When a row of `bookings` came to its show: when its visitor changed it from another show for the last time, else when it was made. The audit has each such change. */
const cameAt = sql`coalesce((
  select max(audit.at) from audit
   where subject_id = bookings.id and action = 'booking.change-seats'
     and state_before not like '%' || bookings.showtime_id || '%'), bookings.created_at)`

interface MovedFromRow {
  booking_id: string
  from_starts_at: number
  from_screen: string
}

/** Where the shows of bookings were before their moves in time, the latest move last. A booking that came to its show after a move is not concerned. */
export const selectMovesInTime = (db: Db, bookingIds: readonly string[]) =>
  sql<MovedFromRow>`
    select bookings.id as booking_id, from_starts_at, screens.name as from_screen
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join show_moves on show_moves.showtime_id = bookings.showtime_id and from_starts_at <> to_starts_at
       and show_moves.at >= ${cameAt}
      join screens on screens.id = from_screen_id
     order by show_moves.at, show_moves.id`.execute(db)

/**
 * Those of the bookings that have lost a seat at their show because it went out of service. No booking of a show that has not started has a seat that is out of service,
 * so a seat that was cancelled in that time was lost by it.
 */
export const selectBookingsWithLostSeats = (db: Db, bookingIds: readonly string[]) =>
  sql<{ id: string }>`
    select distinct bookings.id
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join cancelled_places on booking_id = bookings.id and cancelled_places.showtime_id = bookings.showtime_id
       and cancelled_places.at >= ${cameAt}
      join seat_outages on seat_outages.place_id = cancelled_places.place_id
       and cancelled_places.at >= since and (ended_at is null or cancelled_places.at <= ended_at)`.execute(
    db,
  )

export interface BookedPlaceDetailsRow {
  booking_id: string
  place_id: string
  kind: PlaceType
  label: string
  category: string | null
  vehicle_number: string | null
}

export const placesOfBookings = (db: Db, bookingIds: string[]) =>
  sql<BookedPlaceDetailsRow>`
    select booking_id, place_id, kind, label, category, vehicle_number
      from ${idRows(db, bookingIds)}
      join booking_places on booking_places.booking_id = wanted.id
      join places on places.id = booking_places.place_id
     order by kind, position`.execute(db)

/** The places that cancelled bookings had at their show, in the order of the seat map. */
export const formerPlacesOf = (db: Db, bookingIds: string[]) =>
  sql<BookedPlaceDetailsRow>`
    select booking_id, place_id, kind, label, category, null as vehicle_number
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join cancelled_places on booking_id = bookings.id and cancelled_places.showtime_id = bookings.showtime_id
      join places on places.id = place_id
     group by booking_id, place_id, kind, label, category, position
     order by kind, position`.execute(db)
