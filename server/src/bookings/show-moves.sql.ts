import type { Channel } from '@marquee/contract/office/shows'
import { sql } from 'kysely'
import { clock, greatest, idRows, inputRows } from '../database/dialect.ts'
import { paymentStatus } from '../database/rows/payments.ts'
import type {
  BookingOrigin,
  ClaimRow,
  Db,
  PlaceRow,
  PlaceType,
  ShowMoveRow,
} from '../database/schema.ts'

export interface ShowToMove {
  id: string
  screen_id: string
  screen: string
  layout: number
  movie: string
  duration: number
  starts_at: number
  cutoff_minutes: number | null
  /** When the cinema has cancelled the show. */
  cancelled_at: number | null
  /** By the database's clock, epoch milliseconds. */
  now: number
}

export const selectShow = (db: Db, id: string) =>
  sql<ShowToMove>`
    select showtimes.id, screen_id, screens.name as screen, layout, movies.name as movie, duration, starts_at, cutoff_minutes,
           cancelled_at, ${clock} as now
      from showtimes
      join screens on screens.id = screen_id
      join movies on movies.id = movie_id
     where showtimes.id = ${id}`.execute(db)

export const selectScreen = (db: Db, id: string) =>
  sql<{ id: string; name: string; layout: number }>`
    select id, name, layout from screens where id = ${id}`.execute(db)

interface Position {
  screenId: string
  startsAt: number
}

/** The other shows of a screen that start in a period. A cancelled one is in the way only at the same start: a screen has one showtime for each. */
export const selectNeighbours = (
  db: Db,
  {
    showtimeId,
    screenId,
    startsAt,
    from,
    to,
  }: Position & { showtimeId: string; from: number; to: number },
) =>
  sql<{ starts_at: number; duration: number; movie: string; cancelled_at: number | null }>`
    select starts_at, duration, movies.name as movie, cancelled_at
      from showtimes join movies on movies.id = movie_id
     where screen_id = ${screenId} and starts_at > ${from} and starts_at < ${to} and showtimes.id <> ${showtimeId}
       and (cancelled_at is null or starts_at = ${startsAt})`.execute(db)

export interface PlaceToMove extends Pick<ClaimRow, 'mailbox' | 'address' | 'confirmed_address'> {
  booking_id: string
  reference: string
  channel: Channel
  payment_kind: BookingOrigin['payment_kind']
  user_id: string | null
  /** Where mails about the booking go. */
  email: string | null
  /** Until when the cinema has promised a full refund before, epoch milliseconds. */
  full_refund_until: number | null
  place_id: string
  kind: PlaceType
  label: string
  category: string | null
  access: PlaceRow['access']
  price: number
  vehicle_number: string | null
  /** 1: the valet has the vehicle of the slot. */
  has_arrived: number
}

/** The places of the bookings of a show: the first booking first, in the order of the seat map. */
export const selectPlacesToMove = (db: Db, showtimeId: string) =>
  sql<PlaceToMove>`
    select bookings.id as booking_id, reference, channel, payment_kind, bookings.user_id, full_refund_until,
           coalesce(booking_contacts.email, users.email) as email,
           booking_places.place_id, kind, label, category, access, price, vehicle_number,
           case when state not in ('expected', 'returned') then 1 else 0 end as has_arrived,
           claims.mailbox, claims.address, claims.confirmed_address
      from bookings
      join booking_places on booking_places.booking_id = bookings.id
      join places on places.id = booking_places.place_id
      left join users on users.id = bookings.user_id
      left join booking_contacts on booking_contacts.booking_id = bookings.id
      left join vehicle_states on vehicle_states.showtime_id = bookings.showtime_id
            and vehicle_states.place_id = booking_places.place_id and vehicle_states.booking_id = bookings.id
      left join claims on claims.showtime_id = bookings.showtime_id
            and claims.place_id = booking_places.place_id and claims.booking_id = bookings.id
     where bookings.showtime_id = ${showtimeId} and channel <> 'house'
     order by bookings.created_at, bookings.id, kind, position`.execute(db)

/** The accounts with bookings of a show. */
export const selectOwners = (db: Db, showtimeId: string) =>
  sql<{ user_id: string }>`
    select distinct user_id from bookings where showtime_id = ${showtimeId} and user_id is not null`.execute(
    db,
  )

/** The places that visitors hold, that staff has blocked, and the slots whose vehicle is there. */
export const countClaims = (db: Db, showtimeId: string) =>
  sql<{ held: number; blocked: number; arrived: number }>`
    select coalesce(sum(case when deadline > ${clock} then 1 else 0 end), 0) as held,
           coalesce(sum(case when channel = 'house' then 1 else 0 end), 0) as blocked,
           (select count(*) from vehicle_states
             where showtime_id = ${showtimeId} and state not in ('expected', 'returned')) as arrived
      from claims
      left join bookings on bookings.id = claims.booking_id
      left join selections on selections.showtime_id = claims.showtime_id and selections.holder = claims.holder
     where claims.showtime_id = ${showtimeId}`.execute(db)

// The statements of a move. Holds and sales wait until it is committed.

export const insertMove = (db: Db, { id, ...move }: Omit<ShowMoveRow, 'at'>) =>
  sql`
    insert into show_moves (id, showtime_id, from_screen_id, from_starts_at, to_screen_id, to_starts_at, reason, device_id, at)
    values (${id}, ${move.showtime_id}, ${move.from_screen_id}, ${move.from_starts_at}, ${move.to_screen_id}, ${move.to_starts_at},
            ${move.reason}, ${move.device_id}, ${clock})`.execute(db)

/** Accessible places are protected again, if it is early enough. */
export const updateShowtime = (db: Db, id: string, { screenId, startsAt }: Position) =>
  sql`
    update showtimes set screen_id = ${screenId}, starts_at = ${startsAt}, access_released = 0 where id = ${id}`.execute(
    db,
  )

/** Deletes the sales and blocks of a show, with the places of its bookings and the states of their vehicles. */
export async function deleteSalesOfShow(db: Db, showtimeId: string) {
  await sql`delete from claims where showtime_id = ${showtimeId}`.execute(db)
  await sql`delete from vehicle_states where showtime_id = ${showtimeId}`.execute(db)
  await sql`
    update blocks set released_at = ${clock}
     where released_at is null
       and booking_id in (select id from bookings where showtime_id = ${showtimeId} and channel = 'house')`.execute(
    db,
  )
  await sql`
    delete from booking_places where booking_id in (select id from bookings where showtime_id = ${showtimeId})`.execute(
    db,
  )
}

/** Sets the payment status of bookings by the ledger. */
export const updateBookings = (
  db: Db,
  bookingIds: readonly string[],
  cancelledIds: readonly string[],
) =>
  sql`
    update bookings
       set payment_status = ${paymentStatus},
           cancelled_by = case when id in (select id from ${idRows(db, cancelledIds)}) then 'cinema' end
     where id in (select id from ${idRows(db, bookingIds)})`.execute(db)

/** Lets bookings be cancelled for a full refund until a time, or a later one that was granted before. */
export const extendFullRefunds = (
  db: Db,
  refunds: readonly { bookingId: string; until: number }[],
) =>
  sql`
    update bookings
       set full_refund_until = ${greatest(db, sql`coalesce(full_refund_until, 0)`, sql`wanted.until`)}
      from ${inputRows(
        db,
        { booking: 'text', until: 'bigint' },
        refunds.map(({ bookingId: booking, until }) => ({ booking, until })),
      )}
     where bookings.id = wanted.booking`.execute(db)

/** Deletes also reminders that were sent: the bookings get other ones for the new start. */
export const deleteReminders = (db: Db, bookingIds: readonly string[]) =>
  sql`
    delete from outbox
     where kind = 'reminder' and booking_id in (select id from ${idRows(db, bookingIds)})`.execute(
    db,
  )
