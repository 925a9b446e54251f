import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import { lockRows } from '../database/locks.ts'
import type { Db, UserRow, WaitingEntryRow } from '../database/schema.ts'

/** A show with what decides whether offers can be made there. */
export interface ShowOfEntry {
  movie_id: string
  movie: string
  screen: string
  starts_at: number
  cutoff_minutes: number | null
  /** When the cinema has cancelled the show. */
  cancelled_at: number | null
  /** By the database's clock, epoch milliseconds. */
  now: number
}

export const selectShowToWaitFor = (db: Db, showtimeId: string) =>
  sql<ShowOfEntry>`
    select movie_id, movies.name as movie, screens.name as screen, starts_at, cutoff_minutes, cancelled_at, ${clock} as now
      from showtimes join movies on movies.id = movie_id join screens on screens.id = layout_id
     where showtimes.id = ${showtimeId}`.execute(db)

type EntryView = WaitingEntryRow & ShowOfEntry

const selectEntries = sql`
    select waiting_entries.*, movie_id, movies.name as movie, screens.name as screen, starts_at, cutoff_minutes, cancelled_at, ${clock} as now
      from waiting_entries join showtimes on showtimes.id = showtime_id
      join movies on movies.id = movie_id join screens on screens.id = layout_id`

/** The entries of a user that have not ended. */
export const selectEntriesOf = (db: Db, userId: string) =>
  sql<EntryView>`
    ${selectEntries} where user_id = ${userId} and ended_at is null order by starts_at, joined_at`.execute(
    db,
  )

/** The labels of what holders hold. */
export const selectHeldLabels = (db: Db, holders: readonly string[]) =>
  sql<{ holder: string; label: string }>`
    select selections.holder, label
      from ${idRows(db, holders)}
      join selections on selections.holder = wanted.id and deadline > ${clock}
      join claims on claims.showtime_id = selections.showtime_id and claims.holder = selections.holder
      join places on places.id = place_id
     order by selections.holder, position`.execute(db)

export const countEntries = (db: Db, userId: string) =>
  sql<{ count: number }>`
    select count(*) as count from waiting_entries where user_id = ${userId} and ended_at is null`.execute(
    db,
  )

type NewEntry = Pick<
  WaitingEntryRow,
  'id' | 'showtime_id' | 'user_id' | 'seats' | 'together' | 'categories' | 'until_at'
>

/** Returns no row if the user waits for this show already. */
export const insertEntry = (db: Db, entry: NewEntry) =>
  sql<{ id: string }>`
    insert into waiting_entries (id, showtime_id, user_id, seats, together, categories, until_at, joined_at, state)
    values (${entry.id}, ${entry.showtime_id}, ${entry.user_id}, ${entry.seats}, ${entry.together}, ${entry.categories},
            ${entry.until_at}, ${clock}, 'waiting')
    on conflict (user_id, showtime_id) where ended_at is null do nothing
    returning id`.execute(db)

/** An own entry. */
export const selectEntry = (db: Db, userId: string, id: string) =>
  sql<Pick<WaitingEntryRow, 'showtime_id'>>`
    select showtime_id from waiting_entries where id = ${id} and user_id = ${userId}`.execute(db)

/** Locks an own entry. `now` is by the database's clock. */
export const lockEntry = (db: Db, userId: string, id: string) =>
  sql<WaitingEntryRow & { now: number }>`
    select *, ${clock} as now from waiting_entries where id = ${id} and user_id = ${userId} ${lockRows(db, 'waiting_entries')}`.execute(
    db,
  )

export const deleteEntry = (db: Db, id: string) =>
  sql`delete from waiting_entries where id = ${id}`.execute(db)

/** Marks the offer as opened by a browser. */
export const markOpened = (db: Db, id: string, visitorId: string) =>
  sql`
    update waiting_entries
       set state = 'opened', holder = ${visitorId}, ended_at = coalesce(ended_at, ${clock})
     where id = ${id}`.execute(db)

export interface WaitingShow {
  showtime_id: string
  rev: number
  entries: number
  /** The sum of the times at which they joined: with `entries` it tells one set of parties from another. */
  joined: string
}

/** The shows that parties wait for. Each change of their claims, and each new party, changes the row. */
export const selectWaitingShows = (db: Db) =>
  sql<WaitingShow>`
    select showtime_id, rev, count(*) as entries, cast(sum(joined_at) as text) as joined
      from waiting_entries join showtimes on showtimes.id = showtime_id
     where ended_at is null and state = 'waiting' and starts_at > ${clock} and cancelled_at is null
     group by showtime_id, rev order by showtime_id`.execute(db)

/** An entry with the email of its account. */
export type WaitingRow = WaitingEntryRow & Pick<UserRow, 'email'>

/** The parties that wait for a show, in the order in which they came. */
export const selectWaiting = (db: Db, showtimeId: string) =>
  sql<WaitingRow>`
    select waiting_entries.*, email from waiting_entries join users on users.id = user_id
     where showtime_id = ${showtimeId} and ended_at is null and state = 'waiting'
       and (until_at is null or until_at > ${clock})
     order by joined_at, waiting_entries.id`.execute(db)

/** Locks those of the entries that still wait, in the order of their ids. */
export const lockWaiting = (db: Db, ids: readonly string[]) =>
  sql<Pick<WaitingEntryRow, 'id'>>`
    select waiting_entries.id from ${idRows(db, ids)}
      join waiting_entries on waiting_entries.id = wanted.id and ended_at is null and state = 'waiting'
     order by waiting_entries.id ${lockRows(db, 'waiting_entries')}`.execute(db)

export const markOffered = (
  db: Db,
  { id, holder, offerUntil }: { id: string; holder: string; offerUntil: number },
) =>
  sql`
    update waiting_entries set state = 'offered', holder = ${holder}, offer_until = ${offerUntil}
     where id = ${id}`.execute(db)

/** An entry with what the notice about its offer or its end needs. */
export interface EntryToUpdate extends Pick<WaitingEntryRow, 'id' | 'user_id' | 'offer_until'> {
  movie: string
}

interface EntryToExpire extends EntryToUpdate {
  /** Whether the cinema has cancelled the show: 1 or 0. */
  cancelled: number
}

/** Offers whose deadline has passed, and all entries for shows that are cancelled. */
export const selectEntriesToExpire = (db: Db, limit: number) =>
  sql<EntryToExpire>`
    select waiting_entries.id, user_id, offer_until, movies.name as movie, case when cancelled_at is null then 0 else 1 end as cancelled
      from waiting_entries join showtimes on showtimes.id = showtime_id join movies on movies.id = movie_id
     where ended_at is null and (cancelled_at is not null or (state = 'offered' and offer_until <= ${clock}))
     order by waiting_entries.id limit ${limit}`.execute(db)

/** Ends an entry as `selectEntriesToExpire` found it. Returns no row if it was opened, ended or offered anew meanwhile. */
export const expireEntry = (db: Db, { id, cancelled }: Pick<EntryToExpire, 'id' | 'cancelled'>) =>
  sql<Pick<WaitingEntryRow, 'id'>>`
    update waiting_entries set state = 'expired', ended_at = ${clock}
     where id = ${id} and ended_at is null
       and (${cancelled} = 1 or (state = 'offered' and offer_until <= ${clock}))
    returning id`.execute(db)

const isWithdrawn = sql`ended_at is null and state = 'offered' and offer_until > ${clock}
       and not exists (
         select 1 from selections
          where selections.showtime_id = waiting_entries.showtime_id and selections.holder = waiting_entries.holder)`

/** Entries whose offer is withdrawn: the cinema has moved the show or needs the seats. */
export const selectWithdrawnOffers = (db: Db, limit: number) =>
  sql<EntryToUpdate>`
    select waiting_entries.id, user_id, offer_until, movies.name as movie
      from waiting_entries join showtimes on showtimes.id = showtime_id join movies on movies.id = movie_id
     where ${isWithdrawn} order by waiting_entries.id limit ${limit}`.execute(db)

/** Lets an entry whose offer is withdrawn wait again in its place. Returns no row if another transaction has done it. */
export const resetWithdrawnOffer = (db: Db, id: string) =>
  sql<Pick<WaitingEntryRow, 'id'>>`
    update waiting_entries set state = 'waiting', holder = null, offer_until = null
     where id = ${id} and ${isWithdrawn}
    returning id`.execute(db)

/**
 * How long ago the last offer of a user at a show ended that was not paid, in milliseconds. An opened offer ends at its deadline, unless the user
 * has most of its seats by bookings since it was opened.
 */
export const selectLastOffer = (db: Db, userId: string, showtimeId: string) =>
  sql<{ ended_ms: number }>`
    select ${clock} - case when state = 'opened' then offer_until else ended_at end as ended_ms from waiting_entries
     where user_id = ${userId} and showtime_id = ${showtimeId}
       and (state = 'expired' or (state = 'opened' and 2 * (
         select count(*) from bookings
           join claims on claims.booking_id = bookings.id and claims.showtime_id = bookings.showtime_id
           join places on places.id = place_id and kind = 'seat'
          where bookings.user_id = waiting_entries.user_id and bookings.showtime_id = waiting_entries.showtime_id
            and bookings.created_at >= ended_at) <= seats))
     order by ended_ms limit 1`.execute(db)

/** Ends an own entry whose offer was refused. */
export const declineOffer = (db: Db, id: string) =>
  sql`update waiting_entries set state = 'expired', ended_at = coalesce(ended_at, ${clock}) where id = ${id}`.execute(
    db,
  )

/** Entries without an offer whose time is over, or whose show has closed for booking. */
export const selectEntriesToClose = (db: Db, limit: number, defaultCutoffMs: number) =>
  sql<EntryToUpdate>`
    select waiting_entries.id, user_id, offer_until, movies.name as movie
      from waiting_entries join showtimes on showtimes.id = showtime_id join movies on movies.id = movie_id
     where ended_at is null and state = 'waiting'
       and (coalesce(until_at <= ${clock}, false)
            or starts_at - coalesce(cutoff_minutes * 60000, cast(${defaultCutoffMs} as bigint)) <= ${clock})
     order by waiting_entries.id limit ${limit}`.execute(db)

/** Ends an entry without an offer. Returns no row if it has ended or has an offer meanwhile. */
export const closeEntry = (db: Db, id: string) =>
  sql<Pick<WaitingEntryRow, 'id'>>`
    update waiting_entries set state = 'closed', ended_at = ${clock}
     where id = ${id} and ended_at is null and state = 'waiting'
    returning id`.execute(db)
