import { sql } from 'kysely'

/**
 * Why the cinema has cancelled the show of a row of `bookings`. Null unless the booking was cancelled with its show: one that was cancelled before has its own
 * reason. Nothing else cancels a place of a cancelled show.
 */
export const cancellationReason = sql<string | null>`(
  select reason from show_cancellations
   where show_cancellations.showtime_id = bookings.showtime_id and bookings.cancelled_by = 'cinema'
     and exists (
       select 1 from cancelled_places
        where cancelled_places.booking_id = bookings.id and cancelled_places.showtime_id = bookings.showtime_id
          and cancelled_places.at >= show_cancellations.cancelled_at))`
