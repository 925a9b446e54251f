import { type RawBuilder, sql } from 'kysely'
import { bigint, clock, inputRows, wasUpdated } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db, PlaceKind } from '../database/schema.ts'
import { answersTo } from '../database/transaction.ts'
import type { Got, OfHolder, PlacesOfHolder, Taken } from './claim-rows.ts'

/** One place for one buyer. */
export interface Sale extends OfHolder {
  placeId: string
  bookingId: string
}

/** A sale takes what is free or already held by the buyer, by the same rule as a hold. `now` by the database's clock. */
export const sell = (db: Db, sales: readonly Sale[], now: number) => {
  const sold = inputRows(
    db,
    { show: 'text', place: 'text', who: 'text', booking: 'text' },
    sales.map(({ showtimeId, placeId, holder, bookingId }) => ({
      ...{ show: showtimeId, place: placeId, who: holder, booking: bookingId },
    })),
  )
  return sql<Got>`
    insert into claims (showtime_id, place_id, booking_id)
    select show, place, booking from ${sold} where true order by show, place
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id,
           holder = null, held_since = null, held_until = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.held_until <= ${now}
         or (claims.holder, excluded.booking_id) in (select who, booking from ${sold}))
    returning showtime_id, place_id, ${wasUpdated(db)} as replaced`.execute(db)
}

/**
 * Claims in the order in which everybody takes claims: whoever reaches for several of them at the same time would else wait
 * for us while we wait for them.
 */
const inOrder = (db: Db, from: RawBuilder<unknown>) => sql`(showtime_id, place_id) in (
      select showtime_id, place_id from ${from} and booking_id is null
       order by showtime_id, place_id ${lockRows(db, 'claims')})`

/** Each gives back what they have of these places. */
export const release = (db: Db, wishes: readonly PlacesOfHolder[]) =>
  sql<Taken>`
    delete from claims where ${inOrder(
      db,
      sql`${inputRows(
        db,
        { show: 'text', place: 'text', who: 'text' },
        wishes.flatMap(({ showtimeId, placeIds, holder }) =>
          placeIds.map((place) => ({ show: showtimeId, place, who: holder })),
        ),
      )} cross join claims
        where showtime_id = wanted.show and place_id = wanted.place and holder = wanted.who`,
    )}
    returning showtime_id, place_id`.execute(db)

/** Notes that these holders have a window open on these showtimes. Whoever changes a hold meanwhile notes it themselves. */
export const touchPresence = (db: Db, present: readonly OfHolder[]) =>
  sql`
    update claims set seen_at = ${clock} where (showtime_id, place_id) in (
      select showtime_id, place_id
        from ${inputRows(
          db,
          { show: 'text', who: 'text' },
          present.map(({ showtimeId, holder }) => ({ show: showtimeId, who: holder })),
        )}
       cross join claims
       where showtime_id = wanted.show and holder = wanted.who and booking_id is null ${skipLocked(db, 'claims')})`.execute(
    db,
  )

/** Ends holds of people who have not been seen for so long (ms) and have not moved on to payment, some at a time. */
export const deleteAbandonedHolds = (
  db: Db,
  { graceMs, most }: { graceMs: number; most: number },
) =>
  sql<{ showtime_id: string }>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and checkout_at is null and seen_at <= ${clock} - ${bigint(graceMs)}
       limit ${most} ${skipLocked(db, 'claims')})
    returning showtime_id`.execute(db)

export const releaseAll = (db: Db, holder: string) =>
  sql<{ showtime_id: string }>`
    delete from claims where ${inOrder(db, sql`claims where holder = ${holder}`)}
    returning showtime_id`.execute(db)

type Expired = { showtime_id: string; place_id: string; holder: string; kind: PlaceKind }

/** Removes holds that have run out, some at a time; nodes that sweep together never wait for each other. */
export const deleteExpiredHolds = (db: Db, most: number) =>
  sql<Expired>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and held_until <= ${clock}
       limit ${most} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id, holder,
      (select kind from places where places.id = place_id) as kind`.execute(db)

/** Showtimes whose claims these are, each once and in the order in which everybody takes them. */
export const showtimesOf = (changed: readonly Pick<ClaimRow, 'showtime_id'>[]) =>
  [...new Set(changed.map(({ showtime_id }) => showtime_id))].toSorted()

/**
 * Raises the revision of showtimes whose claims have changed. Goes last in a transaction, so that whoever changes the same
 * showtime waits only for the commit. One plain update each, in order: locking rows first to change them later waits in a
 * circle with those whose claims refer to them.
 */
export const incrementRevisions = (db: Db, touched: readonly string[]) =>
  answersTo(
    touched.map((id) => sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)),
  )
