import { sql } from 'kysely'
import { clock } from '../database/dialect.ts'
import { skipLocked } from '../database/locks.ts'
import type { Db, Schema } from '../database/schema.ts'

interface Period {
  /** Milliseconds. */
  olderThan: number
  /** One statement changes at most this many rows, which keeps its transaction short. */
  limit: number
}
type Limit = Pick<Period, 'limit'>
type Rows = { id: string }

/** Deletes the rows of a table whose `time` has passed, or passed so long ago. `key`: its primary key. */
const deletePassed =
  (table: keyof Schema, { key, time }: { key: string; time: string }) =>
  (db: Db, { olderThan, limit }: Period) =>
    sql<Rows>`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)}
         where ${sql.ref(time)} <= ${clock} - ${olderThan} limit ${limit} ${skipLocked(db, table)})
      returning ${sql.ref(key)} as id`.execute(db)

export const deleteRefreshTokens = deletePassed('refresh_tokens', {
  key: 'hash',
  time: 'expires_at',
})
export const deleteEmailTokens = deletePassed('email_tokens', { key: 'hash', time: 'expires_at' })
export const deletePhoneCodes = deletePassed('phone_codes', { key: 'user_id', time: 'expires_at' })
export const deleteNonces = deletePassed('used_nonces', { key: 'hash', time: 'expires_at' })
export const deleteMails = deletePassed('outbox', { key: 'id', time: 'created_at' })
export const deleteEnquiries = deletePassed('enquiries', { key: 'id', time: 'created_at' })
export const deleteNotices = deletePassed('notices', { key: 'id', time: 'created_at' })
export const deleteWaitingEntries = deletePassed('waiting_entries', { key: 'id', time: 'ended_at' })

export const deleteQueuePositions = deletePassed('queue_positions', {
  key: 'id',
  time: 'ended_at',
})
export const deleteQueues = deletePassed('queues', {
  key: 'showtime_id',
  time: 'ended_at',
})

/** Sessions that have ended, and those without a refresh token that is still valid. Their tokens go with them. */
export const deleteSessions = (db: Db, { olderThan, limit }: Period) =>
  sql<Rows>`
    delete from sessions where id in (
      select id from sessions
       where ended_at <= ${clock} - ${olderThan}
          or not exists (select 1 from refresh_tokens where session_id = sessions.id and expires_at > ${clock})
       limit ${limit} ${skipLocked(db, 'sessions')})
    returning id`.execute(db)

/** Clears the request hash too, because a phone number could be guessed from it. A booking is older than its showtime. */
export const clearContacts = (db: Db, { olderThan, limit }: Period) =>
  sql<Rows>`
    update bookings set phone = null, contact_name = null, contact_email = null, idempotency_key = null, request_hash = ''
     where id in (
       select bookings.id from bookings join showtimes on showtimes.id = showtime_id
        where coalesce(phone, contact_name, contact_email) is not null
          and bookings.created_at <= ${clock} - ${olderThan} and starts_at <= ${clock} - ${olderThan}
        limit ${limit} ${skipLocked(db, 'bookings')})
    returning id`.execute(db)

export const clearVehicleNumbers = (db: Db, { olderThan, limit }: Period) =>
  sql<Rows>`
    update booking_places set vehicle_number = null
     where vehicle_number is not null and booking_id in (
       select booking_id from booking_places
         join bookings on bookings.id = booking_id
         join showtimes on showtimes.id = showtime_id
        where vehicle_number is not null and starts_at <= ${clock} - ${olderThan}
        limit ${limit} ${skipLocked(db, 'bookings')})
    returning place_id as id`.execute(db)

/** Who bought places, by keys. The limits count them until the start of the show. */
export const clearBuyers = (db: Db, { limit }: Limit) =>
  sql<Rows>`
    update claims set mailbox = null, address = null, confirmed_address = null
     where (showtime_id, place_id) in (
       select showtime_id, place_id from claims join showtimes on showtimes.id = showtime_id
        where booking_id is not null and coalesce(mailbox, address, confirmed_address) is not null and starts_at <= ${clock}
        limit ${limit} ${skipLocked(db, 'claims')})
    returning place_id as id`.execute(db)

export const deleteNotes = (db: Db, { olderThan, limit }: Period) =>
  sql<Rows>`
    delete from booking_notes where id in (
      select booking_notes.id from booking_notes
        join bookings on bookings.id = booking_id
        join showtimes on showtimes.id = showtime_id
       where starts_at <= ${clock} - ${olderThan}
       limit ${limit} ${skipLocked(db, 'booking_notes')})
    returning id`.execute(db)

/** For whom others have paid seats, a while after the show. */
export const clearFriends = (db: Db, { olderThan, limit }: Period) =>
  sql<Rows>`
    update seat_passes set friend = null, friend_user_id = null
     where (booking_id, number) in (
       select booking_id, number
         from seat_passes join bookings on bookings.id = booking_id join showtimes on showtimes.id = showtime_id
        where friend is not null and starts_at <= ${clock} - ${olderThan}
        limit ${limit} ${skipLocked(db, 'seat_passes')})
    returning booking_id as id`.execute(db)
