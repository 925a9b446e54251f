import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

interface Period {
  /** Milliseconds before the start. */
  earliest: number
  latest: number
  /** At most this many reminders go to an unconfirmed email in `limitPeriod`. */
  limit: number
  limitPeriod: number
}

export interface DueReminder {
  booking_id: string
  showtime_id: string
  user_id: string
  email: string
  reference: string
  movie: string
  starts_at: number
}

/**
 * Bookings whose showtime starts soon and is not cancelled, that were made before the time of the reminder, and have none yet. Reads the claims
 * of the coming showtimes, not all bookings.
 */
export const selectDueReminders = (db: Db, { earliest, latest, limit, limitPeriod }: Period) =>
  sql<DueReminder>`
    with due as (
      select bookings.id as booking_id, sold.showtime_id, users.id as user_id, coalesce(contact_email, users.email) as email, email_confirmed_at, reference, movies.name as movie, starts_at,
             row_number() over (partition by users.id order by bookings.id) as position
        from (
          select distinct booking_id as id, showtimes.id as showtime_id, starts_at, movie_id
            from showtimes join claims on claims.showtime_id = showtimes.id
           where starts_at > ${clock} + ${latest} and starts_at <= ${clock} + ${earliest} and cancelled_at is null
             and booking_id is not null
        ) as sold
        join bookings on bookings.id = sold.id
        join users on users.id = bookings.user_id
        join movies on movies.id = sold.movie_id
       where bookings.created_at <= starts_at - ${earliest} and reminders_off = 0
         and not exists (select 1 from outbox where kind = 'reminder' and outbox.booking_id = bookings.id)
    )
    select booking_id, showtime_id, user_id, email, reference, movie, starts_at from due
     where email_confirmed_at is not null
        or position + (select count(*) from outbox
                        where recipient = email and mail_limit = 'reminder' and created_at > ${clock} - ${limitPeriod}) <= ${limit}
     limit 500`.execute(db)

export const setReminders = (db: Db, userId: string, isOff: boolean) =>
  sql<{
    id: string
  }>`update users set reminders_off = ${Number(isOff)} where id = ${userId} returning id`.execute(
    db,
  )
