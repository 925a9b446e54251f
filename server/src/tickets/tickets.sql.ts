import { sql } from 'kysely'
import { cancellationReason } from '../database/cancellation-reason.ts'
import { clock, idRows } from '../database/dialect.ts'
import { paidTotal, refundTotal } from '../database/payments.ts'
import type { BookingOrigin, CancelledBy, Db, PlaceType } from '../database/schema.ts'

/** A booking as its ticket shows it. */
export interface TicketRow {
  id: string
  reference: string
  user_id: string | null
  channel: BookingOrigin['channel']
  payment_kind: BookingOrigin['payment_kind']
  cancelled_by: CancelledBy
  /** Why the cinema has cancelled the show, and the booking with it. */
  cancellation_reason: string | null
  issue: number
  total_cost: number
  /** Rupees. */
  refunded: number
  created_at: number
  /** Until when a cancellation gives back the full price: the show was moved in time, or seats were lost. */
  full_refund_until: number | null
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
}

const columns = sql`
  bookings.id, reference, user_id, channel, payment_kind, cancelled_by, issue, ${paidTotal} as total_cost, ${refundTotal} as refunded, bookings.created_at, full_refund_until, bookings.showtime_id, starts_at, cutoff_minutes, screens.name as screen, movie_id,
  movies.name as movie, genre, duration, rating, image_url, poster, image, ${cancellationReason} as cancellation_reason`
const details = sql`
  join showtimes on showtimes.id = bookings.showtime_id
  join screens on screens.id = screen_id
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
    select booking_id, kind, label, category, vehicle_number
      from ${idRows(db, bookingIds)}
      join booking_places on booking_places.booking_id = wanted.id
      join places on places.id = place_id
     order by kind, position`.execute(db)

export const selectAdmitted = (db: Db, bookingId: string) =>
  sql<{ count: number; last_at: number | null }>`
    select coalesce(sum(count), 0) as count, max(case when count > 0 then scanned_at end) as last_at
      from admissions where booking_id = ${bookingId}`.execute(db)

export const countUpcomingBookings = (db: Db) =>
  sql<{ count: number }>`
    select count(*) as count from bookings join showtimes on showtimes.id = showtime_id where starts_at > ${clock}`.execute(
    db,
  )
