import { type RawBuilder, sql } from 'kysely'
import { bigintParameter, clock, inputRows, lookUp } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { ClaimRow, Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import type { HolderAtShowtime, PlacesOfHolder } from './claim-requests.ts'
import { claimOfPlace, isFree, isHeldByRequester, isOffered, isOpen } from './claim-rules.sql.ts'

type ClaimKey = Pick<ClaimRow, 'showtime_id' | 'place_id'>

export interface Sale extends HolderAtShowtime {
  placeId: string
  bookingId: string
}

/**
 * Sells places that are free or held by the buyer. This statement is the rule: a hold may be paid after the cutoff, nothing is sold
 * after the start.
 */
export const insertSales = (db: Db, sales: readonly Sale[]) => {
  const wanted = inputRows(
    db,
    { showtime: 'text', place: 'text', requester: 'text', booking: 'text' },
    sales.map(({ showtimeId, placeId, holder, bookingId }) => ({
      ...{ showtime: showtimeId, place: placeId, requester: holder, booking: bookingId },
    })),
  )
  return sql<ClaimKey>`
    with moment as materialized (select ${clock} as now)
    insert into claims (showtime_id, place_id, booking_id)
    select showtime, place, booking
      from ${wanted} cross join moment cross join places cross join showtimes
           ${lookUp(db, claimOfPlace)}
     where ${isOffered} and ${isFree}
       and (${isOpen} or (${isHeldByRequester} and now < starts_at))
     order by showtime, place
    on conflict (showtime_id, place_id) do update
       set booking_id = excluded.booking_id,
           holder = null, held_since = null, held_until = null, checkout_at = null, seen_at = null
     where claims.booking_id is null
       and (claims.holder, excluded.booking_id) in (select requester, booking from ${wanted})
    returning showtime_id, place_id`.execute(db)
}

/**
 * Selects claims in the order in which every transaction locks them. Two transactions in different orders would wait for each other.
 */
const inOrder = (db: Db, from: RawBuilder<unknown>) => sql`(showtime_id, place_id) in (
      select showtime_id, place_id from ${from} and booking_id is null
       order by showtime_id, place_id ${lockRows(db, 'claims')})`

/** Deletes the holds that the holders have on these places. */
export const deleteHoldsOn = (db: Db, requests: readonly PlacesOfHolder[]) =>
  sql<ClaimKey>`
    delete from claims where ${inOrder(
      db,
      sql`${placeRows(db, requests)} cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and holder = wanted.requester`,
    )}
    returning showtime_id, place_id`.execute(db)

const placeRows = (db: Db, requests: readonly PlacesOfHolder[]) =>
  inputRows(
    db,
    { showtime: 'text', place: 'text', requester: 'text' },
    requests.flatMap(({ showtimeId, placeIds, holder }) =>
      placeIds.map((place) => ({ showtime: showtimeId, place, requester: holder })),
    ),
  )

export const deleteHoldsOfHolder = (db: Db, holder: string) =>
  sql<ClaimKey>`
    delete from claims where ${inOrder(db, sql`claims where holder = ${holder}`)}
    returning showtime_id, place_id`.execute(db)

/** Records that these holders are connected. Skips holds that another transaction is changing: that records it too. */
export const touchPresence = (db: Db, holders: readonly HolderAtShowtime[]) =>
  sql`
    update claims set seen_at = ${clock} where (showtime_id, place_id) in (
      select showtime_id, place_id
        from ${inputRows(
          db,
          { showtime: 'text', requester: 'text' },
          holders.map(({ showtimeId, holder }) => ({ showtime: showtimeId, requester: holder })),
        )}
       cross join claims
       where showtime_id = wanted.showtime and holder = wanted.requester and booking_id is null ${skipLocked(db, 'claims')})`.execute(
    db,
  )

/** Deletes holds of holders who have not been connected for `graceMs`, except in checkout. */
export const deleteAbandonedHolds = (
  db: Db,
  { graceMs, limit }: { graceMs: number; limit: number },
) =>
  sql<ClaimKey>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where booking_id is null and checkout_at is null and seen_at <= ${clock} - ${bigintParameter(graceMs)}
       limit ${limit} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id`.execute(db)

const isExpired = sql`booking_id is null and held_until <= ${clock}`

/** Deletes expired holds. Nodes that do so at the same time do not wait for each other. */
export const deleteExpiredHolds = (db: Db, limit: number) =>
  sql<ClaimKey>`
    delete from claims where (showtime_id, place_id) in (
      select showtime_id, place_id from claims
       where ${isExpired} limit ${limit} ${skipLocked(db, 'claims')})
    returning showtime_id, place_id`.execute(db)

/** Deletes the expired holds on these places. */
export const deleteExpiredHoldsOn = (db: Db, requests: readonly PlacesOfHolder[]) =>
  sql<ClaimKey>`
    delete from claims where ${inOrder(
      db,
      sql`${placeRows(db, requests)} cross join claims
        where showtime_id = wanted.showtime and place_id = wanted.place and held_until <= ${clock}`,
    )}
    returning showtime_id, place_id`.execute(db)

/** Returns each showtime of the claims once, in the order in which every transaction takes showtimes. */
export const showtimesOf = (claims: readonly Pick<ClaimRow, 'showtime_id'>[]) =>
  [...new Set(claims.map(({ showtime_id }) => showtime_id))].toSorted()

/**
 * Increments the revision of showtimes whose claims have changed. Runs last in a transaction, so that others wait only for the
 * commit. One update each, in order: locking the rows first would deadlock with inserts of claims that refer to them.
 */
export const incrementRevisions = (db: Db, showtimeIds: readonly string[]) =>
  awaitAll(
    showtimeIds.map((id) => sql`update showtimes set rev = rev + 1 where id = ${id}`.execute(db)),
  )
